/**
 * What `match`, `sprt` and `tune` have in common: turns the options into the settings of a match, starts the
 * engines, shows the progress, and cleans up however it ends.
 */
import { parseTimeControl } from '../chess/game/timeControl.ts';
import { Builds, engineCommit, resolveCommit } from '../client/engineProgram.ts';
import { type EngineSpec, isProgramUnused, setLimit } from '../client/engineSpec.ts';
import type { MoveLimit } from '../client/moveLimit.ts';
import { TERMINATION_SIGNALS } from '../hosts/node/terminationSignals.ts';
import { Match, type MatchSettings } from '../match/match.ts';
import { LineDisplay, LiveDisplay, type MatchDisplay } from '../match/matchDisplay.ts';
import { formatMatchReport } from '../match/matchReport.ts';
import { summarizeMatch } from '../match/matchSummary.ts';
import type { SprtVerdict } from '../match/sprt.ts';
import {
  type AdjudicationRules,
  parseDrawRule,
  parseResignRule,
} from '../selfplay/adjudication.ts';
import { TablebaseAdjudicator } from '../selfplay/tablebaseAdjudicator.ts';
import { counted } from '../util/counts.ts';
import { ChessError, unwrap } from '../util/result.ts';
import { checkJson, isOnStandardOutput, type JsonTarget, writeJson } from './jsonOutput.ts';
import type { LimitOptions } from './limitOptions.ts';
import { type MatchOpeningOptions, openingFormat, readOpenings } from './matchOpenings.ts';
import { MAX_NUMBER } from './optionParsers.ts';
import { openTablebases } from './tablebasesPath.ts';

/** Options as parsed by commander. */
export interface MatchOptions extends MatchOpeningOptions, LimitOptions {
  engine?: string[];
  each: string;
  tc?: string;
  concurrency: number;
  gauntlet?: boolean;
  draw?: string;
  resign?: string;
  maxMoves?: number;
  syzygy?: string[];
  margin?: number;
  patience?: number;
  event: string;
  pgn?: string;
  json?: JsonTarget;
  every: number;
  verbose?: boolean;
}

/** Defaults of options that not every match has, so that commander must not fill them in. */
const MARGIN = 20;
const PATIENCE = 60;

/** Plays the match of the engines. Throws a ChessError for invalid options, files or engines. */
export async function playMatch(
  options: MatchOptions,
  specs: readonly EngineSpec[],
  { sprt = null, screen = null }: Partial<Pick<MatchSettings, 'sprt' | 'screen'>> = {},
): Promise<{ verdict: SprtVerdict; isInterrupted: boolean }> {
  const settings = { ...readSettings(options), sprt, screen };
  rejectOptionsWithoutEffect(options, specs, settings);
  for (const spec of specs) {
    // A branch may move; a continued match must use the same commit.
    if (spec.commit !== null) spec.commit = await resolveCommit(spec.commit);
  }
  if (settings.openings[0]!.start.chess960) {
    for (const spec of specs) spec.options.unshift(['UCI_Chess960', 'true']);
  }
  const isQuiet = isOnStandardOutput(options.json);
  checkJson(options.json, [options.openings], [options.pgn]);
  const builds = new Builds();
  let match: Match | null = null;
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
    match?.stop();
  };
  // However the program ends, no engine process or build folder is left behind.
  const cleanUp = () => {
    match?.kill();
    builds.remove();
  };
  for (const signal of TERMINATION_SIGNALS) process.on(signal, interrupt);
  process.on('exit', cleanUp);
  try {
    const contestants = await prepareAll(specs, builds);
    if (isInterrupted) return { verdict: null, isInterrupted };
    match = new Match({ ...settings, contestants });
    if (match.resumed > 0) report(`continuing after ${counted(match.resumed, 'game')}`);
    const begun = match;
    const started = performance.now();
    const summary = () => summarizeMatch(begun, performance.now() - started);
    const display = openDisplay(options);
    const showReport = () => {
      if (!isQuiet) console.log(formatMatchReport(summary()));
      if (options.json !== undefined) writeJson(options.json, JSON.stringify(summary(), null, 2));
    };
    try {
      await match.play((game) => display.update(game, summary)).finally(() => display.close());
    } catch (error) {
      if (match.standings.games > match.resumed) showReport();
      throw error;
    }
    showReport();
    return { verdict: match.verdict(), isInterrupted };
  } catch (error) {
    // Builds fail when they are interrupted; that is not an error.
    if (match === null && isInterrupted) return { verdict: null, isInterrupted };
    throw error;
  } finally {
    cleanUp();
    process.off('exit', cleanUp);
    for (const signal of TERMINATION_SIGNALS) process.off(signal, interrupt);
  }
}

/** Prepares all engines in parallel. Waits for all even if one fails, before folders are removed. */
async function prepareAll(
  specs: readonly EngineSpec[],
  builds: Builds,
): Promise<MatchSettings['contestants']> {
  const prepared = await Promise.allSettled(
    specs.map(async (spec) => ({
      spec,
      program: await builds.prepare(spec, report),
      commit: await engineCommit(spec),
    })),
  );
  return prepared.map((engine) => {
    if (engine.status === 'rejected') throw engine.reason;
    return engine.value;
  });
}

const report = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

function openDisplay({ every, verbose = false, json }: MatchOptions): MatchDisplay {
  if (process.stderr.isTTY) return new LiveDisplay(process.stderr, verbose);
  return new LineDisplay(every, verbose, isOnStandardOutput(json) ? report : console.log);
}

function readSettings(
  options: MatchOptions,
): Omit<MatchSettings, 'contestants' | 'sprt' | 'screen'> {
  const { rounds = MAX_NUMBER, concurrency, event, margin = MARGIN, patience = PATIENCE } = options;
  const { syzygy } = options;
  return {
    rounds,
    concurrency,
    event,
    ...readOpenings(options),
    kind: options.gauntlet ? 'gauntlet' : 'round-robin',
    limit: readLimit(options),
    rules: {
      adjudication: readAdjudication(options),
      ...(syzygy !== undefined && { tablebases: new TablebaseAdjudicator(openTablebases(syzygy)) }),
      margin,
      patience: patience * 1000,
    },
    pgnPath: options.pgn ?? null,
  };
}

/** Throws a ChessError for an option that has no effect on this match. */
function rejectOptionsWithoutEffect(
  options: MatchOptions,
  specs: readonly EngineSpec[],
  { limit, screen }: Pick<MatchSettings, 'limit' | 'screen'>,
): void {
  const hasOwn = ({ limit }: EngineSpec) => Object.keys(limit).length > 0;
  const isTimed = (spec: EngineSpec) => {
    const { clock, movetime } = hasOwn(spec) ? spec.limit : limit;
    return clock !== undefined || movetime !== undefined;
  };
  const kind = openingFormat(options.openings);
  const isBook = kind === 'bin';
  const limitless = specs.every(hasOwn) && 'every engine has a limit of its own';
  const reasons: Partial<Record<keyof MatchOptions, string | false>> = {
    tc: limitless,
    movetime: limitless,
    nodes: limitless,
    depth: limitless,
    order: isBook && 'openings from a book have none',
    seed: screen === null && !isBook && options.order === 'sequential' && 'the order is sequential',
    plies: kind === 'epd' && 'the openings are positions',
    gauntlet: specs.length === 2 && 'there are only two engines',
    margin: !specs.some(isTimed) && 'no engine has a time limit',
    patience: specs.every(isTimed) && 'every engine has a time limit',
  };
  if (isProgramUnused(options.each, options.engine ?? [])) {
    throw new ChessError('the program in --each has no effect: every engine has its own');
  }
  for (const [name, reason] of Object.entries(reasons)) {
    if (reason !== false && options[name as keyof MatchOptions] !== undefined) {
      throw new ChessError(`--${name} has no effect: ${reason}`);
    }
  }
}

function readLimit({ tc, movetime, nodes, depth }: MatchOptions): MoveLimit {
  const limit: MoveLimit = {};
  for (const [key, value] of Object.entries({ tc, movetime, nodes, depth })) {
    if (value !== undefined) setLimit(limit, key, String(value));
  }
  if (Object.keys(limit).length === 0) limit.clock = unwrap(parseTimeControl('8+0.08', 'seconds'));
  return limit;
}

function readAdjudication({ draw, resign, maxMoves }: MatchOptions): AdjudicationRules {
  return {
    draw: draw === undefined ? null : unwrap(parseDrawRule(draw)),
    resign: resign === undefined ? null : unwrap(parseResignRule(resign)),
    maxMoves: maxMoves ?? null,
  };
}
