import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatEpd, parseEpd } from '../../../src/chess/notation/epd.ts';
import { formatFen, formatFenWithoutClocks, START_FEN } from '../../../src/chess/notation/fen.ts';
import { ChessError, unwrap } from '../../../src/util/result.ts';
import { allStarts, games, lastPosition } from '../../support/games.ts';

const read = (line: string) => {
  const { position, operations } = unwrap(parseEpd(line));
  return { fen: formatFen(position), operations: Object.fromEntries(operations) };
};

describe('a line of EPD', () => {
  const START = START_FEN.replace(' 0 1', '');

  test('survives writing and reading', () => {
    const opcode = fc
      .stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,14}$/)
      .filter((code) => !/^(hmvc|fmvn)$/.test(code));
    // A text cannot hold double quotes: EPD has no way to write them.
    const operand = fc
      .oneof(fc.string(), fc.string({ unit: 'grapheme' }))
      .map((text) => text.replaceAll('"', ''));
    const operations = fc.uniqueArray(fc.tuple(opcode, fc.array(operand, { maxLength: 4 })), {
      selector: ([code]) => code,
      maxLength: 5,
    });
    fc.assert(
      fc.property(games(allStarts, 60), operations, (game, operations) => {
        const position = lastPosition(game);
        const line = formatEpd({ position, operations: new Map(operations) });
        const again = unwrap(parseEpd(line));
        expect([...again.operations]).toEqual(operations);
        expect(again.position.board).toEqual(position.board);
        expect([again.position.keyLo, again.position.keyHi]).toEqual([
          position.keyLo,
          position.keyHi,
        ]);
        again.position.chess960 = position.chess960;
        expect(formatEpd(again)).toBe(line);
      }),
      { numRuns: 500 },
    );
  });

  test('names and comments are quoted, moves and numbers are not', () => {
    const line = `${START} bm e4 d4; id "Start"; c9 "as usual"; acd 12; noop;`;
    expect(formatEpd(unwrap(parseEpd(line)))).toBe(line);
  });

  test('a quote inside a text becomes an apostrophe', () => {
    const { position } = unwrap(parseEpd(`${START} c0 "a";`));
    const line = formatEpd({ position, operations: new Map([['id', ['say "no"']]]) });
    expect(line).toBe(`${START} id "say 'no'";`);
  });

  test('a line break inside a text becomes a blank', () => {
    const { position } = unwrap(parseEpd(START));
    const line = formatEpd({ position, operations: new Map([['id', ['two\r\nlines']]]) });
    expect(line).toBe(`${START} id "two lines";`);
  });

  test('clocks come from hmvc and fmvn, or from the two numbers of a FEN', () => {
    expect(read(`${START} hmvc 12; fmvn 34;`).fen).toBe(`${START} 12 34`);
    expect(read(`${START} fmvn 34;`).fen).toBe(`${START} 0 34`);
    expect(read(`${START} 5 6`)).toEqual({ fen: `${START} 5 6`, operations: {} });
    expect(read(`${START} 5 6 bm e4;`)).toEqual({
      fen: `${START} 5 6`,
      operations: { bm: ['e4'] },
    });
    expect(read(`${START} 5 6; bm e4`)).toEqual({
      fen: `${START} 5 6`,
      operations: { bm: ['e4'] },
    });
    expect(read(`${START} 5 6 hmvc 7; fmvn 8;`).fen).toBe(`${START} 7 8`);
    expect(read(START).fen).toBe(`${START} 0 1`);
  });

  test('an operand that is not a number is not a clock, and neither is the next one', () => {
    for (const [operations, refusal] of [
      ['hmvc ""; fmvn 9;', "EPD: hmvc must be a number, not ''"],
      ['hmvc 3; fmvn "";', "EPD: fmvn must be a number, not ''"],
      ['hmvc "1 2";', "EPD: hmvc must be a number, not '1 2'"],
    ]) {
      const result = parseEpd(`${START} ${operations}`);
      expect(result.ok ? formatFen(result.value.position) : result.error.message).toBe(refusal);
    }
  });

  // Lines as suites have them: Bratko-Kopec, WAC, perft suites, Strategic Test Suite.
  test.each([
    [
      // As published, with a zero byte at the end.
      '1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - ; bm Qd1 + ; id BK.01\0',
      { bm: ['Qd1', '+'], id: ['BK.01\0'] },
    ],
    [
      'r1bqk2r/ppp1nppp/4p3/n5N1/2BPp3/P1P5/2P2PPP/R1BQK2R w KQkq - ; bm Nxf7; id "WAC.022";',
      { bm: ['Nxf7'], id: ['WAC.022'] },
    ],
    [
      'rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq -  ; bm e6; id BK.04 ',
      { bm: ['e6'], id: ['BK.04'] },
    ],
    [
      'r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - bm Nd5 a4; id "BK 05";',
      { bm: ['Nd5', 'a4'], id: ['BK 05'] },
    ],
    [
      '7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - acd 23; bm Rb7; id "WAC.006"; ce 32746; dm 11; pv Rb7 Rh5+ Kxh5 Kg8;',
      {
        acd: ['23'],
        bm: ['Rb7'],
        id: ['WAC.006'],
        ce: ['32746'],
        dm: ['11'],
        pv: ['Rb7', 'Rh5+', 'Kxh5', 'Kg8'],
      },
    ],
    [
      'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 ;D1 26 ;D2 568 ;D3 13744',
      { D1: ['26'], D2: ['568'], D3: ['13744'] },
    ],
    [
      '1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - bm f5; id "STS; Undermine.001"; c0 "f5=10, Be5+=2";c1"no blank";',
      { bm: ['f5'], id: ['STS; Undermine.001'], c0: ['f5=10, Be5+=2'], c1: ['no blank'] },
    ],
    ['4k3/8/8/8/8/8/8/4K3 w - -;;; noop;', { noop: [] }],
    ['4k3/8/8/8/8/8/8/4K3 w - - bm Kd1; bm Ke2;', { bm: ['Ke2'] }],
    ['4k3/8/8/8/8/8/8/4K3 w - - c0 ""; c1 "open', { c0: [''], c1: ['open'] }],
    ['  4k3/8/8/8/8/8/8/4K3\tw  -  -\tce +12;\r\n', { ce: ['+12'] }],
    ['8/8/8/2k5/3Pp3/8/8/4K3 b - d3 am exd3;', { am: ['exd3'] }],
    ['8/8/8/2k5/3Pp3/8/8/4K3 b - d3;am exd3;', { am: ['exd3'] }],
  ])('%j', (line, operations) => {
    expect(read(line).operations).toEqual(operations);
  });

  test.each([
    ['', "EPD: four fields of a FEN needed, got ''"],
    ['4k3/8/8/8/8/8/8/4K3 w -', "EPD: four fields of a FEN needed, got '4k3/8/8/8/8/8/8/4K3 w -'"],
    ['8/8/8/8/8/8/8/4K3 w - - bm Kd1;', 'FEN: black has no king'],
    [`${START} hmvc many;`, "EPD: hmvc must be a number, not 'many'"],
    [`${START} fmvn -3;`, "EPD: fmvn must be a number, not '-3'"],
  ])('is rejected with a reason: %j', (line, message) => {
    const result = parseEpd(line);
    expect(result.ok ? 'accepted' : result.error.message).toBe(message);
  });

  test('parsing never throws', () => {
    const letters = fc.constantFrom(...'KQkq/8pPw b-"; hmvc01\n\\');
    const fields = games(allStarts, 30).map((game) => formatFenWithoutClocks(lastPosition(game)));
    const tail = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(letters, { maxLength: 40, size: 'max' }).map((all) => all.join('')),
      fc.constantFrom(
        ' hmvc "1 2 3";',
        ' hmvc ""; fmvn "";',
        ' hmvc;',
        ' fmvn ;;',
        ' "',
        ' 1',
        ' 1 1 1',
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          tail,
          fc.tuple(fields, tail).map((both) => both.join('')),
        ),
        (line) => {
          const result = parseEpd(line);
          if (!result.ok) expect(result.error).toBeInstanceOf(ChessError);
        },
      ),
      { numRuns: 1500 },
    );
    expect(parseEpd(undefined as never).ok).toBe(false);
  });
});
