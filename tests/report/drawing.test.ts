import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { legalMoves } from '../../src/chess/board/movegen.ts';
import { BLACK, KING, NO_PIECE, PAWN, pieceOf, WHITE } from '../../src/chess/board/types.ts';
import { positionFromFen } from '../../src/chess/notation/fen.ts';
import { chooseTicks, formatAdvantageFile } from '../../src/report/advantageChart.ts';
import { advantagePaths } from '../../src/report/advantageCurve.ts';
import { formatAnnotated } from '../../src/report/annotatedPgn.ts';
import { drawBoard, drawBoardParts } from '../../src/report/boardSvg.ts';
import { formatReport, reportParts } from '../../src/report/htmlReport.ts';
import { escapeMarkup } from '../../src/report/markup.ts';
import { pieceId } from '../../src/report/pieceShapes.ts';
import type { ReviewedMove } from '../../src/review/judge.ts';
import { GLYPHS, isFault } from '../../src/review/marks.ts';
import { reviewGame } from '../../src/review/reviewGame.ts';
import { ChessError } from '../../src/util/result.ts';
import { allStarts, games, lastPosition } from '../support/games.ts';
import { elementsOf } from '../support/markup.ts';
import { AnyEngine, reviewAnyhow, rubbish, samples } from '../support/reviews.ts';

const parameters = { numRuns: 12 };

describe('a text in markup', () => {
  test('is escaped and unchanged when read', () => {
    fc.assert(
      fc.property(rubbish, (text) => {
        const escaped = escapeMarkup(text);
        expect(elementsOf(`<p title="${escaped}">${escaped}</p>`)).toEqual(['p']);
        expect(escaped).not.toMatch(/[<>"']/);
      }),
    );
    expect(escapeMarkup('Smith & <Jones>')).toBe('Smith &amp; &lt;Jones&gt;');
  });
});

describe('a board', () => {
  test('is well formed and has every piece, whatever the position', () => {
    fc.assert(
      fc.property(games(allStarts, 60), (game) => {
        const position = lastPosition(game);
        const arrows = legalMoves(position).map((move) => ({ move, kind: 'played' }));
        const elements = elementsOf(drawBoard(position, arrows, 'a position', arrows[0]?.move));
        const pieces = position.board.filter((piece) => piece !== NO_PIECE).length;
        // And the squares, and the coordinates from both sides.
        expect(elements.filter((name) => name === 'use')).toHaveLength(pieces + 3);
      }),
      parameters,
    );
  });

  test('has its pieces on their squares', () => {
    const svg = drawBoard(positionFromFen('7k/8/8/8/8/8/P7/1K6 w - - 0 1'), [], 'a position');
    const places = svg.matchAll(/translate\((\d) (\d)\)"><use class="piece" href="#([^"]+)"/g);
    expect(Array.from(places, ([, x, y, id]) => [x, y, id])).toEqual([
      ['1', '7', pieceId(pieceOf(KING, WHITE))],
      ['0', '6', pieceId(pieceOf(PAWN, WHITE))],
      ['7', '0', pieceId(pieceOf(KING, BLACK))],
    ]);
  });

  test('has a dark square at its lower left, and the names of ranks and files on theirs, from both sides', () => {
    const parts = drawBoardParts();
    const isDark = (x: string, y: string) =>
      (Math.floor(Number(x)) + Math.floor(Number(y))) % 2 === 1;
    const [, dark] = /class="dark" d="([^"]*)"/.exec(parts)!;
    const squares = Array.from(
      dark!.matchAll(/M(\d) (\d)h1v1h-1z/g),
      ([, x, y]) => [x!, y!] as const,
    );
    expect(new Set(squares.map(String)).size).toBe(32);
    expect(squares.every(([x, y]) => isDark(x, y))).toBe(true);
    for (const [id, files, ranks] of [
      ['coordinates', 'abcdefgh', '87654321'],
      ['coordinates-turned', 'hgfedcba', '12345678'],
    ]) {
      const [, group] = new RegExp(`<g id="${id}"[^>]*>(.*?)</g>`).exec(parts)!;
      const names = { lowest: [] as string[], left: [] as string[] };
      for (const [, shade, x, y, name] of group!.matchAll(
        /class="coordinate on-(\w+)" x="([\d.]+)" y="([\d.]+)">(.)</g,
      )) {
        expect(shade).toBe(isDark(x!, y!) ? 'dark' : 'light');
        if (/\d/.test(name!)) names.left[Math.floor(Number(y))] = name!;
        else names.lowest[Math.floor(Number(x))] = name!;
      }
      expect([names.lowest.join(''), names.left.join('')]).toEqual([files, ranks]);
    }
  });
});

describe('the chart of the advantage', () => {
  test('has the area below the curve, and passes over what is not known yet', () => {
    const frame = {
      ...{ x: (ply: number) => 10 * ply, y: (percent: number) => 100 - percent },
      ...{ left: 0, right: 40 },
    };
    expect(advantagePaths([50, undefined, 75], frame)).toEqual({
      curve: 'M0 50L0 50L20 25H40',
      area: 'M0 100V50L0 50L20 25H40V100z',
    });
    expect(advantagePaths([undefined], frame)).toEqual({ curve: '', area: '' });
  });

  test('is well formed, shows all marks, and stays within its frame', async () => {
    await fc.assert(
      fc.asyncProperty(samples(allStarts, 30), async (sample) => {
        const analyzed = await reviewAnyhow(sample);
        const text = formatAdvantageFile(analyzed);
        const elements = elementsOf(text);
        const marks = analyzed.moves.filter(({ glyph }) => glyph !== null).length;
        expect(elements.filter((name) => name === 'circle')).toHaveLength(marks);
        expect(text).not.toMatch(/NaN|undefined|Infinity|\[object/);
        for (const [, x, y] of text.matchAll(/cx="([\d.-]+)" cy="([\d.-]+)"/g)) {
          expect(Number(x)).toBeLessThanOrEqual(960);
          expect(Number(y)).toBeLessThanOrEqual(260);
        }
      }),
      parameters,
    );
  });
});

test('the move numbers of a chart are evenly spaced, as many as there is room for', () => {
  const moves = Array.from({ length: 600 }, (_, i) => ({ fullmove: 1 + (i >> 1), color: i & 1 }));
  for (const plies of [1, 24, 25, 80, 600]) {
    const shown = chooseTicks(moves.slice(0, plies) as ReviewedMove[], 12);
    const [first, ...numbers] = shown.map(({ fullmove }) => fullmove);
    expect(first).toBe(1);
    const step = plies <= 24 ? 1 : numbers[0]!;
    const last = Math.ceil(plies / 2);
    expect(numbers.length).toBeLessThanOrEqual(12);
    expect([1, ...numbers]).toEqual([
      ...new Set([1, ...Array.from({ length: Math.floor(last / step) }, (_, i) => step * (i + 1))]),
    ]);
  }
});

test('a move number is below the dot of that move of White', async () => {
  await fc.assert(
    fc.asyncProperty(samples(allStarts, 30), async (sample) => {
      const analyzed = await reviewAnyhow(sample);
      const marked = {
        ...analyzed,
        moves: analyzed.moves.map((move) => ({ ...move, glyph: GLYPHS.BLUNDER })),
      };
      const text = formatAdvantageFile(marked);
      const dots = [...text.matchAll(/<circle [^>]*cx="([\d.-]+)"/g)].map(([, x]) => x);
      for (const [, x, number] of text.matchAll(/class="tick" x="([\d.-]+)"[^>]*>(\d+)</g)) {
        const move = marked.moves.findIndex(
          ({ fullmove, color }) => fullmove === Number(number) && color === WHITE,
        );
        expect(x).toBe(dots[move]);
      }
    }),
    parameters,
  );
});

describe('the report', () => {
  test('is well formed, loads nothing, and contains no script but that of keys for several games', async () => {
    const some = fc.array(samples(allStarts, 16), { minLength: 1, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(some, fc.nat({ max: 40 }), async (all, patience) => {
        const analyzed = [];
        for (const sample of all) analyzed.push(await reviewAnyhow(sample, patience));
        const text = formatReport(analyzed, '300 ms a position');
        const found = elementsOf(text);
        const scripts = all.length > 1 ? ['script'] : [];
        expect(found.filter((name) => name === 'script')).toEqual(scripts);
        const elements = new Set(found);
        for (const name of ['img', 'link', 'iframe', 'object', 'image', 'form']) {
          expect(elements.has(name)).toBe(false);
        }
        for (const [, address] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
          expect(address).toMatch(/^#/);
        }
        expect(text).not.toMatch(/<[^>]* on\w+=|url\(|@import/);
        expect(text).not.toMatch(/NaN|undefined|Infinity|\[object/);
      }),
      parameters,
    );
  });

  test('allows its script of keys, and no other', async () => {
    const review = await reviewGame('1. e4 e5', { engines: [new AnyEngine()] });
    const policyOf = (text: string) => /Content-Security-Policy" content="([^"]*)"/.exec(text)![1];
    const several = formatReport([review, review], 'depth 1');
    const script = /<script>(.*?)<\/script>/s.exec(several)![1]!;
    const hash = createHash('sha256').update(script).digest('base64');
    const style = "default-src 'none'; style-src 'unsafe-inline'";
    expect(policyOf(several)).toBe(`${style}; script-src 'sha256-${hash}'`);
    expect(policyOf(formatReport([review], 'depth 1'))).toBe(style);
  });

  test('comes in parts of a game each: of very many games it is too long for a string', async () => {
    const review = await reviewGame('1. e4 e5', { engines: [new AnyEngine()] });
    const reviews = Array.from({ length: 5 }, () => review);
    const parts = [...reportParts(reviews, 'depth 1')];
    expect(parts.join('')).toBe(formatReport(reviews, 'depth 1'));
    for (const part of parts) {
      expect((part.match(/<article/g) ?? []).length).toBeLessThanOrEqual(1);
    }
  });

  test('needs a game, and how it was searched', async () => {
    expect(() => formatReport([], 'depth 1')).toThrow(ChessError);
    expect(() => formatReport(null as never, 'depth 1')).toThrow(ChessError);
    const review = await reviewGame('1. e4 e5', { engines: [new AnyEngine()] });
    expect(() => formatReport([review], undefined as never)).toThrow(ChessError);
  });

  test('has a control and a board for every move, and shows one of them', async () => {
    await fc.assert(
      fc.asyncProperty(samples(allStarts, 16), async (sample) => {
        const review = await reviewAnyhow(sample);
        const text = formatReport([review], 'depth 1');
        const controls = text.match(/class="item"><input type="radio"/g) ?? [];
        expect(controls).toHaveLength(review.moves.length + 1);
        expect(text.match(/class="view"/g)).toHaveLength(controls.length);
        // And of every better line the move played.
        const faults = review.moves.filter(({ glyph }) => isFault(glyph)).length;
        expect(text.match(/ checked="checked"/g)).toHaveLength(1 + faults);
      }),
      parameters,
    );
  });

  test('has one name for the win percentage, and the limits of the marks', async () => {
    const review = await reviewGame('1. h3 e5 2. g4 d5 3. f3 Qh4# 0-1', {
      engines: [new AnyEngine(3)],
    });
    const text = formatReport([review], 'depth 1');
    expect(text).toContain(
      "loses 5 points of its side's win percentage, ? from 10 and ?? from 15.",
    );
    expect(text + formatAdvantageFile(review)).not.toMatch(/chance|could expect/);
  });

  test.each([
    [1, 'the last of 4 plies was not reached.'],
    [2, 'the last 2 of 4 plies were not reached.'],
  ])('says of an interrupted review that it lacks %d of the plies', async (missing, text) => {
    const review = await reviewGame('1. f3 e5 2. g4 Qh4# 0-1', { engines: [new AnyEngine()] });
    const moves = review.moves.slice(0, -missing);
    expect(formatReport([{ ...review, moves, isComplete: false }], 'depth 1')).toContain(text);
  });

  test('shows the comments of the file, and not those of an earlier review', async () => {
    const engines = [new AnyEngine()];
    const game = '{Ah [%csl Ge4]} 1. e4 {Hm} a5 2. Ke2 {[%eval 0.2]} f6 {Oh} 3. Ke1 *';
    const written = formatAnnotated(await reviewGame(game, { engines }));
    expect(written).toContain('[Refrain: ');
    const once = formatReport([await reviewGame(game, { engines })], 'depth 1');
    const again = formatReport([await reviewGame(written, { engines })], 'depth 1');
    expect(again).toBe(once);
    for (const comment of ['Ah', 'Hm', 'Oh'])
      expect(again).toContain(`<p dir="auto">${comment}</p>`);
  });

  test('names games without players, such as chapters of a study, by their event', async () => {
    const of = (tags: string) => reviewGame(`${tags}\n\n1. e4 *`, { engines: [new AnyEngine()] });
    const one = await of('[Event "Study: Pins"]\n[White "?"]');
    const two = await of('[Event "Study: Forks"]\n[Black "Ann"]');
    const text = formatReport([one, two], 'depth 1');
    expect(text).toContain('<td>Study: Pins</td>');
    expect(text).not.toContain('<td>Study: Forks</td>');
    // Unknown players are not players of several games.
    const [, players] = /<h2>Players<\/h2>(.*?)<\/section>/.exec(text)!;
    expect(players!.match(/<tr><td>/g)).toHaveLength(1);
    expect(players).toContain('<td>Ann</td>');
    expect(formatReport([one, one], 'depth 1')).not.toContain('<h2>Players</h2>');
    expect(formatReport([one], 'depth 1')).toContain('<title>Study: Pins</title>');
  });

  test('stays small whatever the length of tags and comments', async () => {
    const long = '<script>'.repeat(1_000_000);
    const pgn = `[White "${long}"]\n\n1. e4 {${long}} e5 {[%clk ${long}} *`;
    const review = await reviewGame(pgn, { engines: [new AnyEngine()] });
    expect(formatReport([review], 'depth 1').length).toBeLessThan(100_000);
  });

  test('has exactly one anchor for every link', async () => {
    await fc.assert(
      fc.asyncProperty(samples(allStarts, 24), async (sample) => {
        const analyzed = await reviewAnyhow(sample);
        const text = formatReport([analyzed, analyzed], 'depth 1');
        const anchors = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
        const places = new Set(anchors);
        expect(places.size).toBe(anchors.length);
        const links = [...text.matchAll(/(?:href="#|for=")([^"]*)"/g)].map(([, id]) => id);
        expect(links.filter((id) => !places.has(id))).toEqual([]);
      }),
      parameters,
    );
  });
});
