/**
 * How levels err: the average centipawn loss and the shares of mistakes of every player in PGN files, as
 * judged by another engine.
 *
 *     npx tsx scripts/levelErrors.ts games.pgn [--engine stockfish] [--nodes 20000]
 *
 * A move's loss is the difference between the scores before and after it, both limited to 10 pawns, as on
 * Lichess. The first moves come from openings and are left out, as are positions that are decided.
 */
import { parseArgs } from 'node:util';
import { sideName } from '../src/chess/board/types.ts';
import { formatFen } from '../src/chess/notation/fen.ts';
import { formatUciMove } from '../src/chess/notation/uciMove.ts';
import { scoreOf } from '../src/client/engineInfo.ts';
import { UciClient } from '../src/client/uciClient.ts';
import { readPgnFile } from '../src/hosts/node/pgnFile.ts';
import { boundedCentipawns } from '../src/review/winPercent.ts';
import { ChessError, unwrap } from '../src/util/result.ts';
import { withFiles } from './withFiles.ts';

/** The score from which a position is decided, in centipawns. */
const DECIDED = 500;
/** Losses that count as mistakes and as blunders. */
const MISTAKE = 100;
const BLUNDER = 300;

/** Centipawns for the side to move, after `moves` from the position of `fen`. */
async function evaluate(
  client: UciClient,
  nodes: string,
  fen: string,
  moves: readonly string[],
): Promise<number> {
  const position = `position fen ${fen}${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`;
  const { info } = await client.think(position, `go nodes ${nodes}`, 60_000);
  if (info === null) throw new ChessError(`no score: ${position}`);
  return boundedCentipawns(scoreOf(info));
}

await withFiles('npx tsx scripts/levelErrors.ts games.pgn …', async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      engine: { type: 'string', default: 'stockfish' },
      nodes: { type: 'string', default: '20000' },
    },
  });
  const client = await UciClient.start({
    file: values.engine,
    args: [],
    folder: null,
    options: [['Hash', '16']],
  });
  const losses = new Map<string, number[]>();
  try {
    for (const file of positionals) {
      for (const result of readPgnFile(file)) {
        const { tags, start, moves } = unwrap(result);
        const fen = formatFen(start);
        const position = start.clone();
        const played: string[] = [];
        await client.newGame();
        let before: number | null = null;
        for (const [i, { move, comments }] of moves.entries()) {
          const player = tags.get(sideName(position.turn)) ?? '?';
          const isBook = comments.includes('book');
          before ??= isBook ? null : await evaluate(client, values.nodes, fen, played);
          played.push(formatUciMove(move, position.chess960));
          position.make(move);
          // The last move ends the game, or nobody answered it.
          if (isBook || before === null || i === moves.length - 1) continue;
          const after = -(await evaluate(client, values.nodes, fen, played));
          if (Math.abs(before) <= DECIDED) {
            losses.set(player, [...(losses.get(player) ?? []), Math.max(0, before - after)]);
          }
          before = -after;
        }
      }
    }
  } finally {
    await client.quit();
  }
  for (const [player, all] of losses) {
    const mean = all.reduce((sum, loss) => sum + loss, 0) / all.length;
    const share = (least: number) =>
      `${((100 * all.filter((loss) => loss >= least).length) / all.length).toFixed(1)}%`;
    console.log(
      `${player}: ${all.length} moves, ${mean.toFixed(0)} centipawns lost per move, ` +
        `mistakes ${share(MISTAKE)}, blunders ${share(BLUNDER)}`,
    );
  }
});
