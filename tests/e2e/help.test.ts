/** What `--help` and `--version` say, and that the documents have what they list. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT, succeed } from '../support/runCli.ts';

const DOCS = join(ROOT, 'docs');
const documents = readdirSync(DOCS)
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(join(DOCS, name), 'utf8'));

/** The names that the lines of a help begin with, after `indent`. */
const listed = (help: readonly string[], pattern: RegExp): string[] =>
  help.map((line) => pattern.exec(line)?.[1] ?? '').filter((name) => name !== '');

const commandsIn = (help: readonly string[]) =>
  listed(help.slice(help.indexOf('Commands:') + 1 || help.length), /^ {2}([a-z]+)/);

describe('help', () => {
  test.each(['--help', '-h', 'help', 'help go', 'help data verify'])(
    'refrain %s',
    async (words) => {
      const out = await succeed(...words.split(' '));
      expect(out[0]).toMatch(/^Usage: refrain/);
      expect(out.length).toBeGreaterThan(3);
    },
  );

  test('has neither empty lists nor numbers that mean no limit', async () => {
    for (const command of ['match', 'sprt', 'tune', 'epd', 'datagen', 'train']) {
      const text = (await succeed(command, '--help')).join(' ');
      expect(text).not.toMatch(/default: \[\]|\d{9}/);
    }
  });

  test('names defaults that depend on the command or on other options', async () => {
    const text = async (command: string) => (await succeed(command, '--help')).join(' ');
    expect(await text('tune')).toMatch(/--engine <words> .*default: +the +tuning +build/);
    expect(await text('play')).toMatch(/--threads <threads> .*all processors, +one with +--elo/);
    expect(await text('bench')).toMatch(/--eval-file <network> .*default: the +built-in one/);
  });

  test('names every command', async () => {
    const text = (await succeed('--help')).join('\n');
    for (const command of ['uci', 'go', 'perft', 'bench']) {
      expect(text).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    }
  });

  test('--version and the UCI name have the version of package.json', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(await succeed('--version')).toEqual([version]);
    expect(await succeed('-V')).toEqual([version]);
  });
});

test('docs/cli.md lists all commands, and the documents explain all options', async () => {
  const overview = readFileSync(join(DOCS, 'cli.md'), 'utf8');
  const missing: string[] = [];
  const visit = async (...command: string[]): Promise<void> => {
    const help = await succeed(...command, '--help');
    const options = listed(help, /^ {2}(?:-\w, )?(--[a-z\d-]+)/);
    const unknown = options.filter((option) => !documents.some((text) => text.includes(option)));
    missing.push(...unknown.map((option) => `${command.join(' ')} ${option}`));
    for (const name of commandsIn(help)) if (name !== 'help') await visit(...command, name);
  };
  await visit();
  for (const name of commandsIn(await succeed('--help'))) {
    if (name !== 'help' && !overview.includes(`\`refrain ${name}`)) missing.push(name);
  }
  expect(missing).toEqual([]);
});

test('docs/matches.md has the defaults that the help has', async () => {
  const defaults = async (command: string) => {
    const [, ...entries] = (await succeed(command, '--help')).join('\n').split(/\n {2}(?=--)/);
    const texts = entries.map((entry) => entry.replace(/\s+/g, ' '));
    return new Map(
      texts.map((text) => [text.split(' ')[0]!, /default: "?([^")]+)"?\)/.exec(text)?.[1]]),
    );
  };
  const [match, sprt] = [await defaults('match'), await defaults('sprt')];
  const document = readFileSync(join(DOCS, 'matches.md'), 'utf8');
  // A row may be about several options.
  const rows = [...document.matchAll(/^\| (`--.*?) \| ([^|]+) \| .* \|$/gm)];
  expect(rows.length).toBeGreaterThan(8);
  for (const [, cell, values] of rows) {
    const names = cell!.match(/--[a-z\d-]+/g)!;
    for (const [i, value] of values!.replaceAll('`', '').split(', ').entries()) {
      const name = names[i]!;
      const [, inMatch, inSprt] = /^(?:--tc )?(.*?)(?: \(sprt: (.*)\))?$/.exec(value)!;
      if (match.has(name)) expect(match.get(name), name).toBe(inMatch);
      expect(sprt.get(name), name).toBe(inSprt ?? inMatch);
    }
  }
});
