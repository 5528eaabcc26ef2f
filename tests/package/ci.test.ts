/** `.ci/run` and the workflow of GitHub check the same: a change that passes one passes the other. */
import { readdirSync, readFileSync } from 'node:fs';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { addMatchOptions } from '../../src/commands/matchOptions.ts';

/** What the workflow runs beyond `.ci/run`: other systems and versions of Node, longer games, the bench signature. */
const ONLY_IN_WORKFLOW = /^(node |npx vitest run tests\/syzygy$|npm run build:debug$)/;

interface Job {
  steps: { run?: string }[];
}

const read = (path: string) => parse(readFileSync(path, 'utf8'));
const WORKFLOWS = readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`);
const jobs = Object.values<Job>(read('.github/workflows/ci.yml').jobs);
const install: Job = read('.github/actions/install/action.yml').runs;
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};

const local = readFileSync('.ci/run', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('npm '))
  // It leaves out tests of this tag.
  .map((line) => line.replace(" -- --tags-filter '!thorough'", ''));
const inWorkflow = new Set(
  [install, ...jobs]
    .flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.trim().split('\n')))
    .filter((line) => /^(npm|npx|node) /.test(line)),
);

test('every command of .ci/run is one of the workflow, and the other way round', () => {
  expect(local.length).toBeGreaterThan(5);
  expect(local.filter((command) => !inWorkflow.has(command))).toEqual([]);
  const others = [...inWorkflow].filter((command) => !local.includes(command));
  expect(others.filter((command) => !ONLY_IN_WORKFLOW.test(command))).toEqual([]);
});

test('.ci/run builds once: npm ci does, and the tests take what it has built', () => {
  for (const command of local.slice(1)) {
    const name = command.replace(/^npm (run )?/, '');
    const parts = [scripts[`pre${name}`], scripts[name]].join(' && ').split(' && ');
    // `npm run web` is part of `test:web`.
    if (name === 'test:web') parts.push(...scripts.web!.split(' && '));
    expect(parts.filter((part) => /npm run (--silent )?build$/.test(part))).toEqual([]);
  }
});

test.each(WORKFLOWS)('%s runs scripts that exist', (path) => {
  const steps = Object.values<Job>(read(path).jobs).flatMap((job) => job.steps);
  const names = steps.flatMap(({ run = '' }) =>
    [...run.matchAll(/npm run ([\w:]+)/g)].map((match) => match[1]!),
  );
  expect(names.filter((name) => !(name in scripts))).toEqual([]);
});

test.each(WORKFLOWS)('%s gives matches options that exist', (path) => {
  const steps = Object.values<Job>(read(path).jobs).flatMap((job) => job.steps);
  const lines = steps.flatMap(({ run = '' }) => run.replaceAll('\\\n', ' ').split('\n'));
  const options = lines
    .filter((line) => line.includes('cli.js match '))
    .flatMap((line) => line.match(/--\w[\w-]*/g) ?? []);
  const known = addMatchOptions(new Command()).options.map(({ long }) => long);
  expect(options.filter((option) => !known.includes(option))).toEqual([]);
});
