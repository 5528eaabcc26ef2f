/**
 * The service worker: what is fetched, and how a new version of the page is taken.
 *
 * @module-tag thorough
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { clickMove, openTab, waitForMoves } from './support/page.ts';
import { serveSite } from './support/site.ts';

const FOLDER = temporaryFolder('refrain-site-');
const DEPLOYMENTS = ['one', 'two'];

function change(file: string, from: RegExp, to: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(file, text.replace(from, to));
}

/** Builds a version of the page: its title and the service worker that caches it are its own. */
function deploy(name: string, version: string): void {
  const folder = join(FOLDER, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  cpSync('dist/web', folder, { recursive: true });
  change(join(folder, 'index.html'), /<title>[^<]*/, `<title>${version}`);
  change(join(folder, 'serviceWorker.js'), /(["'`])[0-9a-f]{12}\1/, `"${version}"`);
}

const site = serveSite({ folder: FOLDER });
beforeEach(() => {
  for (const name of DEPLOYMENTS) deploy(name, 'first');
});

/** Opens a deployment, and waits until it works offline. */
async function openControlled(page: Page, name: string): Promise<void> {
  await page.goto(`${site().url}${name}/`);
  await page.locator('.view').waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

test.each(['at once', 'while the service worker fetches it', 'when the page works offline'])(
  'the engine is fetched once, used %s',
  async (when) => {
    const fetches: string[] = [];
    site().server.on('request', ({ url = '' }) => {
      if (url.includes('refrain-worker')) fetches.push(url);
    });
    const { page } = await site().openBlank({ serviceWorkers: 'allow' });
    await page.goto(`${site().url}one/`);
    const isControlled = () =>
      page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    if (when === 'while the service worker fetches it') {
      await expect.poll(() => fetches, { interval: 5 }).toHaveLength(1);
    }
    if (when === 'when the page works offline') await isControlled();
    await clickMove(page, 'e2e4');
    await waitForMoves(page, 2);
    await isControlled();
    expect(fetches).toHaveLength(1);
  },
);

test('a new version is offered, and taken on a click; the engine is not fetched again', async () => {
  const { page } = await site().openBlank({ serviceWorkers: 'allow' });
  await openControlled(page, 'one');
  await expect.poll(() => page.title()).toBe('first');
  deploy('one', 'second');
  const requests: string[] = [];
  site().server.on('request', ({ url }) => requests.push(url ?? ''));
  await page.reload();
  const update = page.getByRole('button', { name: /There is a new version of this page/ });
  await update.waitFor();
  await expect.poll(() => page.title()).toBe('first');
  await update.click();
  await page.waitForFunction(() => document.title === 'second');
  await page.locator('.view').waitFor();
  await clickMove(page, 'e2e4');
  await waitForMoves(page, 2);
  expect(requests.filter((url) => url.includes('refrain-worker'))).toEqual([]);
  await expect.poll(() => update.isVisible()).toBe(false);
});

test('the first visit is offered no new version', async () => {
  const { page } = await site().openBlank({ serviceWorkers: 'allow' });
  await page.addInitScript(() => {
    // Safari may have the controller before it tells that the service worker is installed.
    const { prototype } = ServiceWorkerContainer;
    const { register } = prototype;
    prototype.register = async function (...options) {
      const registration = await register.apply(this, options);
      const { installing } = registration;
      Object.defineProperty(prototype, 'controller', { value: installing });
      return registration;
    };
  });
  await page.goto(`${site().url}one/`);
  const isActive = () => navigator.serviceWorker.ready.then(({ active }) => active?.state);
  await expect.poll(() => page.evaluate(isActive)).toBe('activated');
  const update = page.getByRole('button', { name: /There is a new version of this page/ });
  expect(await update.count()).toBe(0);
});

test('another tab keeps the version that it has, with parts that are no longer on the host', async () => {
  const { page, context } = await site().openBlank({ serviceWorkers: 'allow' });
  await openControlled(page, 'one');
  const other = await context.newPage();
  await other.goto(`${site().url}one/`);
  await other.locator('.view').waitFor();
  deploy('one', 'second');
  // The new version does without it.
  const part = readdirSync(join(FOLDER, 'one')).find((file) => file.startsWith('reviewView-'))!;
  rmSync(join(FOLDER, 'one', part));
  change(join(FOLDER, 'one', 'serviceWorker.js'), new RegExp(`${part},`), '');
  await page.bringToFront();
  await page.reload();
  await page.getByRole('button', { name: /There is a new version of this page/ }).click();
  await page.waitForFunction(() => document.title === 'second');
  await other.getByRole('button', { name: /There is a new version of this page/ }).waitFor();
  await openTab(other, 'Review');
  expect(await other.title()).toBe('first');
  // The last tab that takes a new version leaves nothing of the older ones.
  await other.close();
  deploy('one', 'third');
  await page.reload();
  await page.getByRole('button', { name: /There is a new version of this page/ }).click();
  await page.waitForFunction(() => document.title === 'third');
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(1);
});

test('two deployments on one host keep their caches', async () => {
  const { page, context } = await site().openBlank({ serviceWorkers: 'allow' });
  for (const name of DEPLOYMENTS) await openControlled(page, name);
  deploy('two', 'second');
  await page.reload();
  await page.getByRole('button', { name: /There is a new version of this page/ }).click();
  await page.waitForFunction(() => document.title === 'second');
  await context.setOffline(true);
  for (const [name, title] of [
    ['one', 'first'],
    ['two', 'second'],
  ]) {
    await page.goto(`${site().url}${name}/`);
    await page.locator('.view').waitFor();
    await expect.poll(() => page.title()).toBe(title);
  }
});
