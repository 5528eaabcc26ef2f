/**
 * Perft suites: EPD lines with the number of leaves of a position's move tree.
 *
 * `<four fields> id "kiwipete"; D1 48; D2 2039; source "who published the counts";`, with blank
 * lines and lines that begin with `#` in between. The form `;D1 48 ;D2 2039`, which other programs
 * write, is read as well. Anything else is an error, so that a misspelt count is never skipped.
 * https://www.chessprogramming.org/Perft_Results
 */
import { fail, ok, quote, type Result } from '../util/result.ts';
import { parseEpd, positionLines } from './notation/epd.ts';
import { MAX_PERFT_DEPTH } from './perft.ts';

export interface PerftCase {
  /** The `id`, or the FEN if there is none. Unique within a suite. */
  id: string;
  /** The four fields as written in the suite, so that they can be passed to other programs. */
  fen: string;
  /** Where the counts come from; empty if the suite does not say. */
  source: string;
  /** In ascending order of depth; at least one. */
  counts: PerftCount[];
}

interface PerftCount {
  depth: number;
  nodes: number;
}

/** Reads a whole suite. An error names the line, counting from 1. */
export function parsePerftSuite(text: string): Result<PerftCase[]> {
  const cases: PerftCase[] = [];
  const ids = new Set<string>();
  for (const { line, number } of positionLines(text)) {
    const parsed = parseCase(line);
    if (!parsed.ok) return fail(`perft suite, line ${number}: ${parsed.error.message}`);
    const { id } = parsed.value;
    if (ids.has(id)) return fail(`perft suite, line ${number}: a second ${quote(id)}`);
    ids.add(id);
    cases.push(parsed.value);
  }
  return ok(cases);
}

function parseCase(line: string): Result<PerftCase> {
  const epd = parseEpd(line);
  if (!epd.ok) return epd;
  const fen = line
    .trim()
    .split(/[\s;]+/, 4)
    .join(' ');
  const perftCase: PerftCase = { id: fen, fen, source: '', counts: [] };
  for (const [opcode, operands] of epd.value.operations) {
    const operand = operands[0];
    if (operand === undefined || operands.length > 1) {
      return fail(`${quote(opcode)} takes one operand, got ${operands.length}`);
    }
    if (opcode === 'id' || opcode === 'source') {
      perftCase[opcode] = operand;
    } else {
      const count = parseCount(opcode, operand);
      if (!count.ok) return count;
      perftCase.counts.push(count.value);
    }
  }
  if (perftCase.counts.length === 0) return fail('no counts, such as D1 20;');
  perftCase.counts.sort((a, b) => a.depth - b.depth);
  return ok(perftCase);
}

function parseCount(opcode: string, operand: string): Result<PerftCount> {
  const depth = /^D[1-9]\d?$/.test(opcode) ? Number(opcode.slice(1)) : Number.NaN;
  if (!(depth <= MAX_PERFT_DEPTH)) {
    return fail(`id, source or D1 to D${MAX_PERFT_DEPTH} expected, got ${quote(opcode)}`);
  }
  const nodes = Number(operand);
  if (!/^\d+$/.test(operand) || !Number.isSafeInteger(nodes)) {
    return fail(`${opcode} is a number of nodes, not ${quote(operand)}`);
  }
  return ok({ depth, nodes });
}
