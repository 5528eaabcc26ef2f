/** A position as plain data, for `analyze --json`, `go --json` and `tablebases --json`. */
import type { Position } from '../chess/board/position.ts';
import { COLOR_NAMES } from '../chess/board/setup.ts';
import { findGameEnd, isGameOver } from '../chess/game/draws.ts';
import { formatFen } from '../chess/notation/fen.ts';
import { formatSan } from '../chess/notation/san.ts';
import { formatUciMove } from '../chess/notation/uciMove.ts';
import type { BaseEngine } from '../engine/baseEngine.ts';
import type { SearchLine } from '../engine/engineResult.ts';
import { winDrawLossOf } from '../search/winDrawLoss.ts';
import type { TablebaseProbe } from '../syzygy/rankMoves.ts';
import { type JsonTarget, writeJson } from './jsonOutput.ts';

/**
 * Writes a position with its best lines, and with what the engine's tablebases say of it; nothing without a
 * target. Throws a ChessError if the file cannot be written.
 */
export async function writePositionJson(
  target: JsonTarget | undefined,
  engine: BaseEngine,
  position: Position,
  lines: readonly SearchLine[],
): Promise<void> {
  if (target === undefined) return;
  const probe = await engine.probe(position);
  writeJson(target, JSON.stringify(positionToJson(position, lines, probe)));
}

/**
 * `lines` are the best lines, best first; `probe` is what tablebases say, null without them. Scores are
 * those of the side to move, as `{ cp }` or `{ mate }`, and so is `wdl`, per mille. A score outside its
 * window is a `bound`. `end` says why the game is over, or could be claimed as drawn; once it is over there
 * are no lines.
 */
function positionToJson(
  position: Position,
  lines: readonly SearchLine[],
  probe: TablebaseProbe | null,
) {
  const end = findGameEnd(position);
  const found = isGameOver(position) ? [] : lines;
  const best = found[0];
  return {
    fen: formatFen(position),
    turn: COLOR_NAMES[position.turn]!,
    end,
    best: best?.uci[0] ?? null,
    nodes: best?.nodes ?? 0,
    time: Math.round(best?.time ?? 0),
    lines: found.map((line) => ({
      rank: line.multiPv,
      depth: line.depth,
      seldepth: line.seldepth,
      score: line.evaluation,
      bound: line.bound ?? null,
      wdl: winDrawLossOf(line, position),
      uci: line.uci,
      san: line.san,
    })),
    tablebase: probe && probeToJson(position, probe),
  };
}

/** What tablebases say of a position and its moves. */
export const probeToJson = (position: Position, probe: TablebaseProbe) => ({
  wdl: probe.wdl,
  dtz: probe.dtz,
  moves: probe.moves.map(({ move, wdl, dtz }) => ({
    uci: formatUciMove(move, position.chess960),
    san: formatSan(position, move),
    wdl,
    dtz,
  })),
});
