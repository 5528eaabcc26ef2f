/** The engine as `analyzeGame` wants it: one search of a position, which may be interrupted. */
import { formatFen } from '../chess/notation/fen.ts';
import { formatUciMove } from '../chess/notation/uciMove.ts';
import { unwrap } from '../chess/result.ts';
import type { Engine } from '../engine/engine.ts';
import type { Limits } from '../search/limits.ts';
import type { SearchInfo } from '../search/search.ts';
import type { Think } from './analyzeGame.ts';

/** As deep as a glance goes, in plies; the table may know better, so praise is rather too rare. */
const GLANCE_DEPTH = 4;

/** What the engine learns in one position it keeps for the next. */
export function thinkWith(engine: Engine, limits: Limits, signal: AbortSignal): Think {
  return async (start, moves, allowed) => {
    if (signal.aborted) return null;
    engine.setChess960(start.chess960);
    unwrap(engine.setPosition(formatFen(start), moves));
    let glance = 0;
    const onInfo = ({ depth, pv: [move] }: SearchInfo) => {
      if (depth <= GLANCE_DEPTH && move !== undefined) glance = move;
    };
    const stop = () => engine.stop();
    engine.on('info', onInfo);
    signal.addEventListener('abort', stop);
    try {
      const searchmoves = allowed?.map((move) => formatUciMove(move, start.chess960)) ?? [];
      const { best, info } = await engine.go({ ...limits, searchmoves });
      if (signal.aborted || best === null) return null;
      return { score: info.score, line: best.pv, glance: glance || best.move };
    } finally {
      signal.removeEventListener('abort', stop);
      engine.off('info', onInfo);
    }
  };
}
