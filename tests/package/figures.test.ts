/** Figures in the documents are those that were measured: docs/figures.json, by `npm run figures`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Figures, renderFigures } from '../bench/renderFigures.ts';

const DOCUMENTS = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter(
  (path) => path.endsWith('.md'),
);
const MEASURED: Figures = existsSync('docs/figures.json')
  ? JSON.parse(readFileSync('docs/figures.json', 'utf8'))
  : {};
const origin = {
  date: '2026-01-02',
  commit: 'abc',
  machine: 'one processor',
  command: 'npm run figures -- speed',
};

test.each(DOCUMENTS)('the figures of %s are the measured ones', (path) => {
  const text = readFileSync(path, 'utf8');
  expect(renderFigures(text, MEASURED)).toBe(text);
});

test('a table is written between its markers, with its origin, as often as one likes', () => {
  const others = [{ name: 'Stockfish 15.1', nps: 2_000_000 }];
  const figures: Figures = { speed: { origin, nodes: 1, nps: 1_000_000, others } };
  const text = 'before\n<!-- figures: speed -->\nold\n<!-- /figures -->\nafter\n';
  const rendered = renderFigures(text, figures);
  expect(rendered).toBe(`before
<!-- figures: speed -->

\`npm run figures -- speed\`, 2026-01-02, commit abc, one processor.

|                | nodes per second | relative |
| -------------- | ---------------: | -------: |
| Refrain        |        1,000,000 |     1.00 |
| Stockfish 15.1 |        2,000,000 |     2.00 |

<!-- /figures -->
after
`);
  expect(renderFigures(rendered, figures)).toBe(rendered);
});

test('what has not been measured stays, and a block that does not exist is an error', () => {
  const text = '<!-- figures: suites -->\nold\n<!-- /figures -->';
  for (const block of [text, text.replace('suites', 'summary')]) {
    expect(renderFigures(block, {})).toBe(block);
  }
  expect(() => renderFigures(text.replace('suites', 'luck'), {})).toThrow(/'luck'/);
});

test('README states speed, suites, start-up and the speed of the library in a sentence each, in short lines', () => {
  const figures: Figures = {
    speed: { origin, nodes: 1, nps: 876_543, others: [{ name: 'Stockfish 15.1', nps: 1_400_000 }] },
    suites: { origin, suites: [{ name: 'Win at Chess', solved: 278, total: 299, seconds: 1 }] },
    library: {
      origin,
      rows: [
        { benchmark: 'start to uciok', unit: 'ms', refrain: 96.4 },
        {
          benchmark: 'perft 5, start position, bulk',
          unit: 'Mnps',
          refrain: 110,
          chessops: 8.24,
          'chess.js': 1.27,
        },
        {
          benchmark: 'reading PGN, per move',
          unit: 'µs',
          refrain: 1.5,
          chessops: 2.05,
          'chess.js': 20.4,
        },
      ],
    },
  };
  const text = renderFigures('<!-- figures: summary -->\n<!-- /figures -->', figures);
  expect(text.split('\n').filter((line) => /^(-| ) /.test(line))).toEqual([
    '- One thread searches 0.88 million nodes per second in `refrain bench`, 63% of what Stockfish 15.1 reports in its own',
    '  `bench`.',
    '- It solves 278 of 299 positions in Win at Chess at 1 s each.',
    '- It starts in 96 ms (from launch to `uciok`).',
    '- As a library, it runs perft 13 times as fast as chessops and 87 times as fast as chess.js, and reads PGN 1.4 times',
    '  as fast as chessops and 14 times as fast as chess.js.',
  ]);
});

test('README names the machine and the commits of all parts, and leaves their different loads to benchmarks.md', () => {
  const at = (commit: string, load: number) => ({
    origin: { ...origin, commit, machine: `one processor, load ${load}` },
  });
  const figures: Figures = {
    speed: { ...at('aaa', 1.2), nodes: 1, nps: 876_543, others: [] },
    suites: { ...at('bbb', 5.3), suites: [] },
    library: {
      ...at('ccc', 2.3),
      rows: [{ benchmark: 'start to uciok', unit: 'ms', refrain: 96 }],
    },
  };
  const text = renderFigures('<!-- figures: summary -->\n<!-- /figures -->', figures);
  expect(text).toContain('`npm run figures`: one processor, commits aaa, bbb, ccc;');
});
