/** `refrain tablebases`: probes tablebases for positions and their moves. */
import type { Position } from '../chess/board/position.ts';
import { sideName } from '../chess/board/types.ts';
import { positionLines } from '../chess/notation/epd.ts';
import { parseFen } from '../chess/notation/fen.ts';
import { formatSan } from '../chess/notation/san.ts';
import { inputName, readText } from '../hosts/node/inputFile.ts';
import { formatBoard } from '../play/terminalBoard.ts';
import { probePosition, type TablebaseProbe } from '../syzygy/rankMoves.ts';
import { ChessError, type Result, within } from '../util/result.ts';
import { compactTable } from './compactTable.ts';
import { checkJson, isOnStandardOutput, type JsonTarget, writeJson } from './jsonOutput.ts';
import { probeToJson } from './positionJson.ts';
import { openTablebases } from './tablebasesPath.ts';
import { warn } from './warn.ts';

interface TablebasesCommandOptions {
  /** Folders, each possibly several as in SyzygyPath. */
  syzygy?: string[];
  /** A file with one FEN per line; `-` is standard input. */
  file?: string;
  json?: JsonTarget;
}

/**
 * Prints the outcome of each position, in order. An invalid position is reported on standard error
 * and makes the exit code 1; the others are still answered. Throws a ChessError without tablebases or
 * positions.
 */
export function runTablebases(fens: readonly string[], options: TablebasesCommandOptions): void {
  checkJson(options.json, [options.file]);
  const tables = openTablebases(options.syzygy ?? []);
  const asked = [
    ...fens.map((fen) => ({ fen, parsed: parseFen(fen) })),
    ...(options.file === undefined ? [] : readPositions(options.file)),
  ];
  if (asked.length === 0) throw new ChessError('no position: give a FEN or --file');
  const { json } = options;
  const isSilent = isOnStandardOutput(json);
  const lines: string[] = [];
  for (const { fen, parsed } of asked) {
    if (!parsed.ok) {
      process.exitCode = 1;
      warn(parsed.error.message);
      if (json !== undefined) lines.push(JSON.stringify({ fen, error: parsed.error.message }));
      continue;
    }
    const position = parsed.value;
    const probe = probePosition(tables, position);
    if (json !== undefined) lines.push(formatJson(fen, position, probe));
    if (!isSilent) console.log(describe(position, probe));
  }
  if (json !== undefined) writeJson(json, lines.join('\n'));
}

/** Reads the positions of a file, without empty lines and comments. Errors name the line. */
function readPositions(file: string): { fen: string; parsed: Result<Position> }[] {
  const name = inputName(file);
  return Array.from(positionLines(readText(file)), ({ line, number }) => {
    const fen = line.trim();
    return { fen, parsed: within(`${name}, line ${number}`, parseFen(fen)) };
  });
}

function formatJson(fen: string, position: Position, probe: TablebaseProbe | null): string {
  const unknown = { wdl: null, dtz: null, moves: [] };
  return JSON.stringify({ fen, ...(probe === null ? unknown : probeToJson(position, probe)) });
}

const OUTCOMES = ['loss', 'blessed loss', 'draw', 'cursed win', 'win'];

function describe(position: Position, probe: TablebaseProbe | null): string {
  const board = formatBoard(position, { ascii: true, colors: false });
  if (probe === null) return `${board}\nNot in the tablebases.\n`;
  const table = compactTable(['Move', 'Outcome', 'DTZ'], ['left', 'left', 'right']);
  for (const { move, wdl, dtz } of probe.moves) {
    table.push([formatSan(position, move), OUTCOMES[wdl + 2]!, `${dtz ?? '?'}`]);
  }
  const distance = probe.dtz === null ? '' : `, DTZ ${probe.dtz}`;
  const side = sideName(position.turn);
  return `${board}\n${side} to move: ${OUTCOMES[probe.wdl + 2]}${distance}\n${table}\n`;
}
