/** `.ci/run` and the workflow of GitHub check the same: a change that passes one passes the other. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What the workflow runs beyond `.ci/run`: other systems and versions of Node, longer games, the bench signature. */
const ONLY_IN_WORKFLOW = /^(node |npx vitest run tests\/syzygy$|npm run build:debug$)/;

const WORKFLOW = readFileSync('.github/workflows/ci.yml', 'utf8');
const INSTALL = readFileSync('.github/actions/install/action.yml', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};

/** The commands of a workflow that start Node or npm. */
const commands = (workflow: string): string[] =>
  [...workflow.matchAll(/^\s+(?:- )?run: (n.*)$/gm)].map((match) => match[1]!);

const local = readFileSync('.ci/run', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('npm '));
const inWorkflow = new Set([...commands(WORKFLOW), ...commands(INSTALL)]);

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
