import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Limits } from '../../src/search/limits.ts';
import { parseCommand, type UciCommand } from '../../src/uci/parseCommand.ts';
import { parseGo } from '../../src/uci/parseGo.ts';
import { ChessError, quote } from '../../src/util/result.ts';
import { printableText } from '../support/printable.ts';

/** The command of a line, or the error message. */
function read(line: string): UciCommand | string {
  const result = parseCommand(line);
  return result.ok ? result.value : result.error.message;
}

const check = <T>(arbitrary: fc.Arbitrary<T>, predicate: (value: T) => void, numRuns = 2000) =>
  fc.assert(fc.property(arbitrary, predicate), { numRuns });

const COMMANDS = ['uci', 'isready', 'ucinewgame', 'stop', 'quit', 'd'];
const NUMBERS = [
  ...['depth', 'nodes', 'movetime', 'wtime', 'btime', 'winc', 'binc', 'movestogo'],
] as const satisfies (keyof Limits)[];

/** Words of the protocol, and some others. */
const words = fc.constantFrom(
  ...COMMANDS,
  ...NUMBERS,
  ...['go', 'position', 'setoption', 'perft', 'infinite', 'searchmoves', 'startpos', 'fen'],
  ...['moves', 'name', 'value', 'e2e4', 'e7e8q', '0000', 'w', 'KQkq', '-', '--', '0', '-1', '3'],
  ...['1e9', '9'.repeat(40), 'NaN', 'Infinity', '__proto__', 'constructor', 'toString', '😀', '\0'],
);
const squares = fc.stringMatching(/^[a-h][1-8]$/);
const moves = fc
  .tuple(squares, squares, fc.constantFrom('', 'n', 'b', 'r', 'q'))
  .map((parts) => parts.join(''));
const blanks = fc.string({ unit: fc.constantFrom(' ', '\t', '\r'), minLength: 1, maxLength: 4 });
/** A word of an option's name or value. */
const plain = fc.stringMatching(/^[A-Za-z0-9_/.]{1,12}$/).filter((word) => word !== 'value');
const phrases = fc.array(plain, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));

const limitsArbitrary: fc.Arbitrary<Limits> = fc.record(
  {
    ...(Object.fromEntries(NUMBERS.map((name) => [name, fc.nat()])) as Record<
      (typeof NUMBERS)[number],
      fc.Arbitrary<number>
    >),
    infinite: fc.constant(true),
    searchmoves: fc.array(moves, { minLength: 1, maxLength: 5 }),
  },
  { requiredKeys: [] },
);

/** Writes limits like a GUI, in the given order. */
const goLine = (limits: Limits) =>
  Object.entries(limits).reduce(
    (line, [name, value]) =>
      `${line} ${name}${value === true ? '' : ` ${[value].flat().join(' ')}`}`,
    'go',
  );

/** A command and a line for it. */
const knownLines: fc.Arbitrary<{ line: string; command: UciCommand }> = fc.oneof(
  fc
    .constantFrom(...(['uci', 'isready', 'ucinewgame', 'stop', 'quit', 'd'] as const))
    .map((type) => ({ line: type, command: { type } })),
  fc.record({ name: phrases, value: fc.option(phrases) }).map(({ name, value }) => ({
    line: `setoption name ${name}${value === null ? '' : ` value ${value}`}`,
    command: { type: 'setoption' as const, name, value },
  })),
  fc
    .record({
      fen: fc.constantFrom(null, '8/8/8/8/8/8/8/8 w - - 0 1', 'rubbish', '4k3/8 b KQ e3'),
      moves: fc.array(moves, { maxLength: 6 }),
    })
    .map(({ fen, moves }) => ({
      line: `position ${fen === null ? 'startpos' : `fen ${fen}`}${
        moves.length > 0 ? ` moves ${moves.join(' ')}` : ''
      }`,
      command: { type: 'position' as const, fen, moves },
    })),
  limitsArbitrary.map((limits) => ({
    line: goLine(limits),
    command: { type: 'go' as const, limits, remarks: [] },
  })),
  fc.integer({ min: 1, max: 15 }).map((depth) => ({
    line: `go perft ${depth}`,
    command: { type: 'perft' as const, depth },
  })),
);

describe('any line', () => {
  const isHarmless = (line: string) => {
    const result = parseCommand(line);
    if (result.ok) return;
    expect(result.error).toBeInstanceOf(ChessError);
    expect(result.error.message).toMatch(printableText('{5,160}'));
  };

  test('of random text is a command or gives a short message', () => {
    check(fc.string({ unit: 'binary', maxLength: 200 }), isHarmless);
    check(fc.string({ unit: 'grapheme', maxLength: 200 }), isHarmless);
  });

  test('so is one of the words of the protocol in any order', () => {
    check(fc.array(words, { maxLength: 12 }), (list) => isHarmless(list.join(' ')), 20_000);
  });

  test('so is one that begins well and ends badly', () => {
    check(
      fc.tuple(
        fc.constantFrom(
          'go',
          'position',
          'position fen',
          'setoption',
          'setoption name',
          'go depth',
        ),
        fc.string({ unit: 'binary', maxLength: 200 }),
      ),
      ([start, rest]) => isHarmless(`${start} ${rest}`),
    );
  });

  test('so is one of any length', () => {
    for (const word of ['x', 'x ', 'go ', 'position fen 8/', '9', ' ', '\0']) {
      isHarmless(word.repeat(200_000));
    }
  });

  test('of blanks is empty', () => {
    check(fc.option(blanks, { nil: '' }), (line) => {
      expect(read(line)).toEqual({ type: 'empty' });
    });
  });
});

describe('a known command', () => {
  test('is parsed', () => {
    check(knownLines, ({ line, command }) => {
      expect(read(line)).toEqual(command);
    });
  });

  test('does not depend on blanks, except within a value', () => {
    check(fc.tuple(knownLines, fc.infiniteStream(blanks)), ([{ line, command }, gaps]) => {
      const gap = () => gaps.next().value as string;
      const value = command.type === 'setoption' ? (command.value ?? '') : '';
      const words = line.slice(0, line.length - value.length);
      const spaced = words.split(' ').reduce((text, word) => text + word + gap(), gap());
      expect(read(spaced + value + gap())).toEqual(command);
    });
  });

  test('in capitals is unknown, as in every engine', () => {
    expect(read('UCI')).toBe("unknown command: 'UCI'");
  });

  test('that is unknown is quoted, truncated and without control characters', () => {
    expect(read('  sing a song ')).toBe("unknown command: 'sing a song'");
    expect(read('\x1b[2Jsing')).toBe("unknown command: '?[2Jsing'");
    expect(read('x'.repeat(100))).toBe(`unknown command: '${'x'.repeat(37)}...'`);
  });
});

describe('go', () => {
  const limits = (line: string) => {
    const command = read(line);
    return typeof command === 'object' && command.type === 'go' ? command.limits : command;
  };

  test('without limits has none', () => {
    expect(limits('go')).toEqual({});
  });

  test('searchmoves takes moves up to the next limit', () => {
    expect(limits('go searchmoves e2e4 d2d4 depth 5')).toEqual({
      searchmoves: ['e2e4', 'd2d4'],
      depth: 5,
    });
    expect(limits('go depth 5 searchmoves e7e8q')).toEqual({ depth: 5, searchmoves: ['e7e8q'] });
    expect(limits('go searchmoves Nf3 x infinite')).toEqual({
      searchmoves: ['Nf3', 'x'],
      infinite: true,
    });
  });

  test('a negative clock counts as 0, without a word', () => {
    expect(read('go wtime -300 btime -1 winc 0')).toEqual({
      type: 'go',
      limits: { wtime: 0, btime: 0, winc: 0 },
      remarks: [],
    });
  });

  test.each(NUMBERS.filter((name) => name !== 'wtime' && name !== 'btime'))(
    'a negative %s is ignored with a message',
    (name) => {
      expect(read(`go ${name} -1`)).toEqual({
        type: 'go',
        limits: { [name]: 0 },
        remarks: [`invalid limit: '${name} -1'`, `${name} is taken as 0`],
      });
    },
  );

  test('mate is at least one move', () => {
    expect(limits('go mate 0')).toEqual({ mate: 1 });
    expect(limits('go mate -3')).toEqual({ mate: 1 });
  });

  test.each(NUMBERS)('%s without a number is ignored; the move takes a second', (name) => {
    const lost = (remark: string) => ({
      type: 'go',
      limits: { movetime: 1000 },
      remarks: [remark, 'searching for 1000 ms'],
    });
    expect(read(`go ${name}`)).toEqual(lost(`${name} needs a number`));
    for (const text of ['x', '1,5', '.5', '0x10', '--1', '-', 'NaN', 'Infinity']) {
      expect(read(`go ${name} ${text}`)).toEqual(lost(`${name} needs a number, not '${text}'`));
    }
  });

  test('a limit without a number does not consume the next word', () => {
    expect(limits('go wtime btime 1000')).toEqual({ btime: 1000 });
    expect(limits('go wtime 1000 btime')).toEqual({ wtime: 1000 });
    expect(limits('go depth infinite')).toEqual({ infinite: true });
    expect(limits('go nodes searchmoves e2e4 depth 3')).toEqual({
      searchmoves: ['e2e4'],
      depth: 3,
    });
  });

  test('fractions are truncated, powers of ten accepted; large numbers are limited', () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(limits('go movetime 333.9 wtime 60000.25')).toEqual({ movetime: 333, wtime: 60000 });
    expect(limits('go nodes 18446744073709551615')).toEqual({ nodes: most });
    expect(limits('go nodes 1e3')).toEqual({ nodes: 1000 });
    for (const text of ['9'.repeat(21), '9'.repeat(400), '1e99']) {
      expect(read(`go nodes ${text}`)).toEqual({
        type: 'go',
        limits: { nodes: most },
        remarks: [`invalid limit: ${quote(`nodes ${text}`)}`, `nodes is taken as ${most}`],
      });
    }
    expect(read('go depth 3.5')).toEqual({
      type: 'go',
      limits: { depth: 3 },
      remarks: ["invalid limit: 'depth 3.5'", 'depth is taken as 3'],
    });
  });

  test('valid limits count, invalid ones are ignored', () => {
    expect(read('go wtime 60000 btime 50000 movestogo -1 depth x')).toEqual({
      type: 'go',
      limits: { wtime: 60000, btime: 50000, movestogo: 0 },
      remarks: [
        "invalid limit: 'movestogo -1'",
        'movestogo is taken as 0',
        "depth needs a number, not 'x'",
      ],
    });
  });

  test('without a valid limit the search takes a second, pondering too', () => {
    const remarks = ["movetime needs a number, not 'x'", 'searching for 1000 ms'];
    const limits = { movetime: 1000 };
    expect(read('go movetime x')).toEqual({ type: 'go', limits, remarks });
    expect(read('go ponder movetime x')).toEqual({
      type: 'go',
      limits: { ponder: true, ...limits },
      remarks,
    });
  });

  test('perft goes from 1 to 32', () => {
    expect(read('go perft 32')).toEqual({ type: 'perft', depth: 32 });
    for (const depth of [-1, 0, 33, 1000, 'x', '']) {
      expect(read(`go perft ${depth}`)).toBe('go perft: expected a depth from 1 to 32');
    }
  });

  test('unknown words are ignored with a message', () => {
    expect(read('go quickly depth 3 or 4')).toEqual({
      type: 'go',
      limits: { depth: 3 },
      remarks: ["unknown words: 'quickly or 4'"],
    });
    expect(read('go constructor __proto__ 3')).toEqual({
      type: 'go',
      limits: {},
      remarks: ["unknown words: 'constructor __proto__ 3'"],
    });
  });

  test('of a limit given twice the last counts, with a message', () => {
    expect(read('go depth 3 depth 4')).toEqual({
      type: 'go',
      limits: { depth: 4 },
      remarks: ['depth is given twice', 'depth is taken as 4'],
    });
    expect(read('go searchmoves e2e4 infinite searchmoves d2d4 infinite')).toEqual({
      type: 'go',
      limits: { searchmoves: ['d2d4'], infinite: true },
      remarks: ['searchmoves is given twice', 'infinite is given twice'],
    });
  });

  test('searchmoves without a move gets a message', () => {
    expect(read('go searchmoves depth 3')).toEqual({
      type: 'go',
      limits: { searchmoves: [], depth: 3 },
      remarks: ['searchmoves needs a move'],
    });
  });

  test('parseGo accepts the same words', () => {
    check(limitsArbitrary, (limits) => {
      const tokens = goLine(limits).split(' ').slice(1);
      expect(parseGo(tokens)).toEqual({ ok: true, value: { type: 'go', limits, remarks: [] } });
    });
  });
});

describe('position', () => {
  test('has startpos or a fen, with or without moves', () => {
    expect(read('position startpos')).toEqual({ type: 'position', fen: null, moves: [] });
    expect(read('position startpos moves')).toEqual({ type: 'position', fen: null, moves: [] });
    expect(read('position fen a b c moves e2e4 e7e5')).toEqual({
      type: 'position',
      fen: 'a b c',
      moves: ['e2e4', 'e7e5'],
    });
  });

  test.each(['position', 'position moves e2e4', 'position e2e4', 'position startpos e2e4'])(
    '’%s’ gets a message with the syntax',
    (line) => {
      expect(read(line)).toMatchObject({
        type: 'position',
        problem: 'position: expected position startpos | fen <fen> [moves <move> ...]',
      });
    },
  );
});

describe('setoption', () => {
  test('names and values may contain blanks', () => {
    expect(read('setoption name Clear Hash')).toEqual({
      type: 'setoption',
      name: 'Clear Hash',
      value: null,
    });
    expect(read('setoption  name  BookFile value  /two  blanks/a value.bin ')).toEqual({
      type: 'setoption',
      name: 'BookFile',
      value: '/two  blanks/a value.bin',
    });
    expect(read('setoption name Syzygy Path value C:/My Tablebases')).toEqual({
      type: 'setoption',
      name: 'Syzygy Path',
      value: 'C:/My Tablebases',
    });
  });

  test('a value may be empty', () => {
    expect(read('setoption name Book value')).toEqual({
      type: 'setoption',
      name: 'Book',
      value: '',
    });
  });

  test('a value may contain the word value', () => {
    expect(read('setoption name Book value of value')).toMatchObject({ value: 'of value' });
  });

  test('without a name is rejected', () => {
    for (const line of ['setoption', 'setoption Hash', 'setoption value 3']) {
      expect(read(line)).toBe('setoption: expected setoption name <name> [value <value>]');
    }
    expect(read('setoption name')).toBe('setoption: no name');
    expect(read('setoption name value 3')).toBe('setoption: no name');
  });
});
