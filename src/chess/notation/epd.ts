/**
 * EPD: the first four fields of a FEN followed by operations, `opcode operand …;`.
 * https://www.chessprogramming.org/Extended_Position_Description
 */
import { fail, ok, quote, type Result } from '../../util/result.ts';
import type { Position } from '../board/position.ts';
import { formatFenWithoutClocks, parseFen } from './fen.ts';

/** A line of EPD: a position and its operations. */
export interface Epd {
  position: Position;
  /** Opcode → operands without their quotes, in the order of the line. */
  operations: Map<string, string[]>;
}

/**
 * Reads one line. The clocks come from `hmvc` and `fmvn` if given, else from a FEN's two numbers.
 * Empty operations (a stray `;`) are skipped; if an opcode is repeated, the last one wins.
 */
export function parseEpd(line: string): Result<Epd> {
  if (typeof line !== 'string') return fail('EPD: not a string');
  const match = /^\s*(\S+\s+\S+\s+\S+\s+[^\s;]+)\s*(\d+\s+\d+(?=\s|;|$))?(.*)$/s.exec(line);
  if (match === null) return fail(`EPD: four fields of a FEN needed, got ${quote(line)}`);
  const [, fields, clocks, rest] = match as unknown as [string, string, string?, string?];

  const operations = new Map<string, string[]>();
  for (const operation of splitOperations(rest ?? '')) {
    const [opcode, ...operands] = operation;
    if (opcode !== undefined) operations.set(opcode, operands);
  }
  const [halfmoves, fullmove] = clocks?.split(/\s+/) ?? [];
  const hmvc = operations.get('hmvc')?.[0] ?? halfmoves ?? '0';
  const fmvn = operations.get('fmvn')?.[0] ?? fullmove ?? '1';
  for (const [name, clock] of Object.entries({ hmvc, fmvn })) {
    if (!/^\d+$/.test(clock)) return fail(`EPD: ${name} must be a number, not ${quote(clock)}`);
  }
  const position = parseFen(`${fields} ${hmvc} ${fmvn}`);
  return position.ok ? ok({ position: position.value, operations }) : position;
}

/** The lines of a file of positions with their numbers, from 1. Skips empty ones and those that begin with `#`. */
export function* positionLines(text: string): Generator<{ line: string; number: number }> {
  for (const [i, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (!/^\s*(#|$)/.test(line)) yield { line, number: i + 1 };
  }
}

/** The words of each operation; semicolons and blanks inside quotes do not separate. */
function splitOperations(text: string): string[][] {
  const operations: string[][] = [[]];
  for (const [token] of text.matchAll(/"[^"]*"?|;|[^\s;"]+/g)) {
    if (token === ';') operations.push([]);
    else operations.at(-1)!.push(token.replace(/^"|"$/g, ''));
  }
  return operations;
}

/**
 * Writes one line. Operands with blanks or semicolons, and those of the text opcodes (`id` and the
 * comments `c0`–`c9`), are quoted. EPD has no escape for quotes, which become apostrophes, nor for line breaks, which
 * become blanks. The clocks are written only if they are among the operations, as `hmvc` and `fmvn`.
 */
export function formatEpd({ position, operations }: Epd): string {
  const texts = [...operations].map(([opcode, operands]) => {
    const isText = /^(id|c\d)$/.test(opcode);
    const words = operands.map((operand) =>
      isText || /[\s;"]/.test(operand) || operand === ''
        ? `"${operand.replaceAll('"', "'").replace(/[\r\n]+/g, ' ')}"`
        : operand,
    );
    return ` ${[opcode, ...words].join(' ')};`;
  });
  return formatFenWithoutClocks(position) + texts.join('');
}
