/** What a person writes on the command line: engines, limits, adjudication. */
import { describe, expect, test } from 'vitest';
import { WHITE } from '../../src/chess/board/types.ts';
import { unwrap } from '../../src/chess/result.ts';
import { parseEngineSpec } from '../../src/match/engineSpec.ts';
import { Clock, formatLimit, goWords, parseTimeControl } from '../../src/match/limit.ts';
import { Adjudicator, parseDrawRule, parseResignRule } from '../../src/selfplay/adjudication.ts';

const spec = (text: string, common?: string) => unwrap(parseEngineSpec(text, common));
const fault = (result: { ok: boolean; error?: Error }) => (result.ok ? '' : result.error!.message);

describe('an engine', () => {
  test('has the words of cutechess-cli', () => {
    expect(
      spec('cmd=./sf name="My Fish" arg=-x arg="two words" dir=/tmp option.Hash=16 nodes=5000'),
    ).toEqual({
      name: 'My Fish',
      command: './sf',
      commit: null,
      args: ['-x', 'two words'],
      folder: '/tmp',
      options: [['Hash', '16']],
      limit: { nodes: 5000 },
    });
  });

  test('may be a bare command, ourselves, or a commit of ours', () => {
    expect(spec('stockfish').command).toBe('stockfish');
    expect(spec('self').command).toBe('self');
    expect(spec('commit=HEAD~1')).toMatchObject({ command: null, commit: 'HEAD~1' });
  });

  test('takes the common words, and its own before them', () => {
    const common = 'option.Hash=16 option.Threads=1 tc=1+0.01';
    const { options, limit } = spec('x option.Hash=64 nodes=10', common);
    expect(options).toEqual([
      ['Threads', '1'],
      ['Hash', '64'],
    ]);
    expect(limit).toEqual({ nodes: 10 });
    expect(spec('x', common).limit).toEqual({ clock: { moves: 0, base: 1000, increment: 10 } });
  });

  test('is text and nothing else: no shell ever sees it', () => {
    const text = 'cmd=$(reboot) arg=`id` arg=;ls arg=*.ts "option.A B=c d" option.Path=a=b';
    expect(spec(text)).toMatchObject({
      command: '$(reboot)',
      args: ['`id`', ';ls', '*.ts'],
      options: [
        ['A B', 'c d'],
        ['Path', 'a=b'],
      ],
    });
  });

  test.each([
    ['', /needs a cmd or a commit/],
    ['cmd=a commit=b', /needs a cmd or a commit/],
    ['cmd=a speed=9', /no such word: 'speed'/],
    ['cmd="a', /quote is not closed/],
    ['cmd=a tc=soon', /not a time control/],
    ['cmd=a nodes=0', /nodes is a number above 0/],
    ['cmd=a "option.Hash=1\nquit"', /one line/],
  ])('%j is refused', (text, reason) => {
    expect(fault(parseEngineSpec(text))).toMatch(reason);
  });
});

describe('a time control', () => {
  test.each([
    ['8+0.08', { moves: 0, base: 8000, increment: 80 }],
    ['40/4+0', { moves: 40, base: 4000, increment: 0 }],
    ['1+0.01', { moves: 0, base: 1000, increment: 10 }],
    ['2:30+1', { moves: 0, base: 150_000, increment: 1000 }],
    ['40/90:00+30', { moves: 40, base: 5_400_000, increment: 30_000 }],
    ['0.5', { moves: 0, base: 500, increment: 0 }],
  ])('%s is read, and written as it is read', (text, control) => {
    const clock = unwrap(parseTimeControl(text));
    expect(clock).toEqual(control);
    expect(unwrap(parseTimeControl(formatLimit({ clock })))).toEqual(control);
  });

  test.each(['', '+1', '0+1', '-1', '1+', '1/2/3', 'a', '40/', '1e3', '5+0.1s'])(
    '%j is refused',
    (text) => {
      expect(fault(parseTimeControl(text))).not.toBe('');
    },
  );

  test('the increment comes after the move, time for a period when it is full', () => {
    const clock = new Clock({ moves: 3, base: 1000, increment: 100 });
    const seen: (number | null)[] = [];
    for (const spent of [300, 200, 100, 50]) {
      seen.push(clock.movesToGo, clock.remaining);
      expect(clock.press(spent, 0)).toBe(false);
    }
    expect(seen).toEqual([3, 1000, 2, 800, 1, 700, 3, 1700]);
  });

  test('a flag falls when nothing is left, but for the margin', () => {
    const clock = () => new Clock({ moves: 0, base: 1000, increment: 50 });
    expect(clock().press(1000, 0)).toBe(false);
    expect(clock().press(1000.5, 0)).toBe(true);
    expect(clock().press(1010, 10)).toBe(false);
    const overdrawn = clock();
    overdrawn.press(1010, 10);
    expect(overdrawn.remaining).toBe(50);
  });

  test('both clocks are told; who has none is shown with the time of the other', () => {
    const control = { moves: 40, base: 4000, increment: 20 };
    const own = new Clock(control);
    const other = new Clock({ moves: 0, base: 1000, increment: 0 });
    expect(goWords({}, WHITE, own, other)).toBe(
      'go wtime 4000 btime 1000 winc 20 binc 0 movestogo 40',
    );
    expect(goWords({ nodes: 5 }, WHITE, null, other)).toBe('go nodes 5');
    expect(goWords({ depth: 3 }, 1, own, null)).toBe(
      'go wtime 4000 btime 4000 winc 20 binc 20 movestogo 40 depth 3',
    );
  });
});

describe('adjudication', () => {
  const rules = { draw: null, resign: null, maxMoves: null };
  /** The verdict after each move, White first. */
  const judge = (adjudicator: Adjudicator, scores: (number | null)[], number = 40) =>
    scores.map((score, i) => adjudicator.judge((i % 2) as 0 | 1, score, number + (i >> 1)));

  test('a draw takes both sides, in a row, late enough', () => {
    const draw = unwrap(parseDrawRule('number=41 count=2 score=10'));
    const verdicts = judge(new Adjudicator({ ...rules, draw }), [0, 5, -10, 10, 0]);
    expect(verdicts.map((verdict) => verdict?.winner)).toEqual([
      undefined,
      undefined,
      undefined,
      null,
      null,
    ]);
    const disturbed = judge(new Adjudicator({ ...rules, draw }), [0, 5, 11, 10, 0, null, 0, 0]);
    expect(disturbed.every((verdict) => verdict === null)).toBe(true);
  });

  test('who sees itself lost often enough has resigned', () => {
    const resign = unwrap(parseResignRule('count=2 score=500'));
    const verdicts = judge(new Adjudicator({ ...rules, resign }), [-600, 100, -500]);
    expect(verdicts.at(-1)).toEqual({ winner: 1, reason: 'White resigns' });
  });

  test('two-sided resignation needs the winner to see it too', () => {
    const resign = unwrap(parseResignRule('count=2 score=500 twosided=1'));
    const adjudicator = () => new Adjudicator({ ...rules, resign });
    expect(judge(adjudicator(), [-600, 100, -500, 100]).at(-1)).toBeNull();
    expect(judge(adjudicator(), [-600, 600, -500, 700]).at(-1)?.winner).toBe(1);
  });

  test('a game may be called off after so many moves', () => {
    const verdicts = judge(new Adjudicator({ ...rules, maxMoves: 2 }), [0, 900, 0, 900]);
    expect(verdicts.map((verdict) => verdict?.winner)).toEqual([
      undefined,
      undefined,
      undefined,
      null,
    ]);
  });

  test.each(['count', 'count=x', 'moves=3', 'count=-1'])('%j is no rule', (text) => {
    expect(fault(parseDrawRule(text))).not.toBe('');
    expect(fault(parseResignRule(text))).not.toBe('');
  });
});
