/** Rewords commander's errors, and suggests what was probably meant. */
import { quote } from '../util/result.ts';

/** Commander's message for a value that a parser has rejected. */
const REFUSED =
  /^error: (?:command-argument value '(?<word>.*)' is invalid for argument '(?<name>.*)'|option '(?:-\w, )?(?<option>--[\w-]+).*?' argument '(?<value>.*)' is invalid)\. Not (?<type>.*)\.$/s;

/** Commander's message for an unknown option, with the most similar known one. */
const UNKNOWN = /^error: unknown option '(?<flag>.*?)'(?:\n\(Did you mean (?<similar>.*)\?\))?$/s;

/** Options of other tools, or of other commands of this one, and how to say the same to a command with `has`. */
const HINTS: readonly (readonly [flag: RegExp, has: RegExp, hint: string])[] = [
  [/^--(depth|nodes|movetime)$/, /^limits$/, 'limits are words here, as in refrain go depth 12'],
  [/^--depth$/, /^depth$/, 'the depth is an argument here, without --depth'],
  [/^--fen$/, /^(fens?|source)$/, 'the FEN is an argument here, without --fen'],
  [/^--games$/, /^rounds$/, 'the number of games is given by --rounds, with two games in each'],
  [/^--multipv$/, /^lines$/, 'did you mean --lines?'],
  [/^-v$/, /^commands$/, 'did you mean --version?'],
];

/** Commander's message for arguments that a command does not take. */
const EXCESS = /^error: (?<problem>too many arguments for '.*')\. (?<counts>.*)\.$/;

/** What such arguments probably are, to a command with `has`. */
const EXCESS_HINTS: readonly (readonly [has: RegExp, hint: string])[] = [
  [/^each$/, 'words of an engine or a rule need quotes: --each "tc=8+0.08 option.Hash=16"'],
  [/^(divide|white)$/, 'the FEN is given by --fen, in quotes'],
  [/^fen$/, 'a FEN needs quotes'],
];

/**
 * An error of commander in one line, such as `--depth: 'x' is not a whole number`. `names` are those of the
 * command's arguments and options.
 */
export function describeUsageError(text: string, names: readonly string[]): string {
  const error = text.trimEnd();
  const refused = REFUSED.exec(error)?.groups;
  if (refused !== undefined) {
    const { word, name, option, value, type } = refused;
    return `${name ?? option}: ${quote(word ?? value)} is not ${type}`;
  }
  const unknown = UNKNOWN.exec(error)?.groups;
  if (unknown !== undefined) return describeUnknownOption(unknown.flag!, unknown.similar, names);
  const excess = EXCESS.exec(error)?.groups;
  if (excess !== undefined) {
    const known = EXCESS_HINTS.find(([has]) => names.some((n) => has.test(n)));
    return `${excess.problem}: ${excess.counts!.toLowerCase()}${known === undefined ? '' : `; ${known[1]}`}`;
  }
  return error.replace(/^error: /, '');
}

function describeUnknownOption(
  flag: string,
  similar: string | undefined,
  names: readonly string[],
): string {
  // As cutechess-cli writes its options: -rounds.
  const isSingleDash = /^-[a-z][a-z-]+$/.test(flag);
  const full = isSingleDash ? `-${flag}` : flag;
  const known = HINTS.find(([wanted, has]) => wanted.test(full) && names.some((n) => has.test(n)));
  let hint = known?.[2];
  if (hint === undefined && similar !== undefined) hint = `did you mean ${similar}?`;
  if (hint === undefined && isSingleDash) hint = 'names of options begin with two dashes';
  return `unknown option ${quote(flag)}${hint === undefined ? '' : `; ${hint}`}`;
}
