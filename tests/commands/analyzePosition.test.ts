/** The display of `refrain analyze` at a terminal. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import { analyzePosition } from '../../src/commands/analyzePosition.ts';
import type { BaseEngine } from '../../src/engine/baseEngine.ts';
import { SearchLine } from '../../src/engine/engineResult.ts';
import { unsearched } from '../../src/search/searchResult.ts';
import { lineOf } from '../support/games.ts';

test('a terminal that does not know its size shows whole lines, and the whole board', async () => {
  const start = positionFromFen(START_FEN);
  const pv = lineOf(start, ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6']);
  const info = new SearchLine(unsearched(pv), start);
  let show = (_: SearchLine) => {};
  const engine = {
    setPosition() {},
    async ready() {},
    on(_: 'info', listener: typeof show) {
      show = listener;
    },
    async go() {
      show(info);
      return { lines: [info] };
    },
  } as unknown as BaseEngine;

  // As in `docker run -t`, until the terminal is told its size.
  const { stdout } = process;
  const { isTTY, columns, rows, hasColors } = stdout;
  onTestFinished(() => void Object.assign(stdout, { isTTY, columns, rows, hasColors }));
  Object.assign(stdout, { isTTY: true, columns: 0, rows: 0, hasColors: () => false });
  const write = vi.spyOn(stdout, 'write').mockReturnValue(true);
  await analyzePosition(engine, START_FEN, [], { depth: 1 }, undefined);
  const pictures = write.mock.calls.map(([text]) => `${text}`);
  write.mockRestore();
  expect(pictures).toHaveLength(2);
  for (const picture of pictures) {
    expect(picture).toContain('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6');
    expect(picture).toContain('a b c d e f g h');
  }
});
