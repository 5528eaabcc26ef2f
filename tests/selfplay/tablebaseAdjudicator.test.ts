import { expect, it } from 'vitest';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { TablebaseAdjudicator } from '../../src/selfplay/tablebaseAdjudicator.ts';
import { FEW_TABLEBASES, openTablebases } from '../support/tablebases.ts';

const adjudicator = new TablebaseAdjudicator(openTablebases(FEW_TABLEBASES));
const judge = (fen: string) => adjudicator.judge(positionFromFen(fen));

it.each([
  ['4k3/8/4K3/4P3/8/8/8/8 b - - 0 60', { winner: 0, reason: 'White wins by tablebases' }],
  ['8/8/8/3k4/8/8/r7/6K1 w - - 0 60', { winner: 1, reason: 'Black wins by tablebases' }],
  ['8/8/8/8/8/4k3/4p3/4K3 w - - 0 60', { winner: null, reason: 'Draw by tablebases' }],
  // The halfmove clock runs, and outcomes are for a clock of 0.
  ['8/8/8/3k4/8/8/r7/6K1 w - - 1 60', null],
  ['4k3/8/8/8/8/8/8/RQ2K3 b - - 0 60', null],
])('%s', (fen, verdict) => {
  expect(judge(fen)).toEqual(verdict);
});
