/**
 * Simultaneous perturbation stochastic approximation: optimization when the only measurement is the
 * result of a few games. All parameters are perturbed at once, each up or down at random; two sides
 * with opposite perturbations play; then all parameters move towards the side that won more.
 *
 * The method is James Spall's (https://www.jhuapl.edu/SPSA/PDF-SPSA/Spall_An_Overview.PDF),
 * parametrized as in Stockfish's fishtest and OpenBench: by each parameter's perturbation at the
 * end of the run (c_end), and by how far one win moves the parameters then (R_end).
 * https://github.com/official-stockfish/fishtest/wiki/Creating-my-first-test#spsa-tests
 */
import { derivedSeed, Random } from '../chess/random.ts';

export interface SpsaSettings {
  /** Game pairs of the whole run; steps and gains shrink towards its end. */
  pairs: number;
  /** Game pairs played with the same perturbation, after which the parameters move. */
  batch: number;
  seed: number;
  /** The exponents by which gains and steps shrink. */
  alpha: number;
  gamma: number;
  /** A: the share of the pairs that is added to those played, to limit the first gains. */
  stability: number;
  /** R_end: how far a win moves a parameter at the end of the run, in its steps. */
  gain: number;
}

export interface SpsaParameter {
  name: string;
  start: number;
  /** The current value, not rounded. */
  value: number;
  min: number;
  max: number;
  /** c_end: the perturbation at the end of the run; larger before. */
  step: number;
}

/** The complete state of a run, which can be saved and resumed. */
export interface SpsaState {
  settings: SpsaSettings;
  parameters: SpsaParameter[];
  /** Pairs played. */
  played: number;
  /** Results of the perturbed side. */
  wins: number;
  draws: number;
  losses: number;
}

/** A perturbation to try, and the integers that the two sides play with. */
export interface Proposal {
  /** For each parameter, 1 if the first side has a larger value, −1 if a smaller one. */
  signs: number[];
  plus: Record<string, number>;
  minus: Record<string, number>;
}

/** The first side's result, in games. */
export interface Score {
  wins: number;
  draws: number;
  losses: number;
}

/** Plays game pairs between the sides of a proposal; `first` is the number of the first pair. */
export type PlayPairs = (proposal: Proposal, first: number, pairs: number) => Promise<Score>;

/** The initial state of a run. */
export const beginSpsa = (
  settings: SpsaSettings,
  parameters: readonly SpsaParameter[],
): SpsaState => ({
  settings,
  parameters: [...parameters],
  ...{ played: 0, wins: 0, draws: 0, losses: 0 },
});

/** Plays a batch and moves the parameters. Returns a new state. */
export async function iterate(state: SpsaState, play: PlayPairs): Promise<SpsaState> {
  const { settings, played } = state;
  const proposal = propose(state);
  const pairs = Math.min(settings.batch, settings.pairs - played);
  const { wins, draws, losses } = await play(proposal, played, pairs);
  const parameters = state.parameters.map((parameter, i) => {
    const move = gainAt(state) * stepAt(state, parameter) * proposal.signs[i]! * (wins - losses);
    return { ...parameter, value: clamp(parameter, parameter.value + move) };
  });
  return {
    ...{ settings, parameters, played: played + pairs },
    ...{ wins: state.wins + wins, draws: state.draws + draws, losses: state.losses + losses },
  };
}

/** The next perturbation to try; depends only on the state. */
export function propose(state: SpsaState): Proposal {
  const random = new Random(derivedSeed(state.settings.seed, state.played));
  const proposal: Proposal = { signs: [], plus: {}, minus: {} };
  for (const parameter of state.parameters) {
    const { name, value } = parameter;
    const sign = random.below(2) * 2 - 1;
    const change = sign * stepAt(state, parameter);
    // Stochastic rounding, so that on average the exact value is played.
    const fraction = random.below(2 ** 20) / 2 ** 20;
    const round = (value: number) => clamp(parameter, Math.floor(value + fraction));
    proposal.signs.push(sign);
    proposal.plus[name] = round(value + change);
    proposal.minus[name] = round(value - change);
  }
  return proposal;
}

/** The current perturbation of a parameter. */
function stepAt({ settings, played }: SpsaState, { step }: SpsaParameter): number {
  return step * (settings.pairs / (played + 1)) ** settings.gamma;
}

/** How far a win moves a parameter now, in its current steps. */
function gainAt({ settings, played }: SpsaState): number {
  const { pairs, alpha, gamma, stability, gain } = settings;
  const offset = stability * pairs;
  // In Spall's notation, a and c are gain and step; a win moves a parameter by a/c = (a/c²)c.
  const a = ((offset + pairs) / (offset + played + 1)) ** alpha;
  const c = (pairs / (played + 1)) ** gamma;
  return (gain * a) / c ** 2;
}

const clamp = ({ min, max }: SpsaParameter, value: number): number =>
  Math.max(min, Math.min(max, value));
