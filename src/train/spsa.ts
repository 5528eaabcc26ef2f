/**
 * Simultaneous perturbation stochastic approximation: hill climbing when the only measurement is the
 * result of a few games. All parameters are changed a little at once, each up or down at random; two
 * sides with opposite changes play; then all parameters move towards the side that has won more.
 *
 * The method is James Spall's (https://www.jhuapl.edu/SPSA/PDF-SPSA/Spall_An_Overview.PDF), with
 * steps and gains as Stockfish's fishtest and OpenBench have them: for each parameter is said by
 * how much it is changed at the end of the run, and for all of them how far one win moves them then.
 * https://github.com/official-stockfish/fishtest/wiki/Creating-my-first-test#spsa-tests
 */
import { derivedSeed, Random } from '../chess/random.ts';

export interface SpsaSettings {
  /** Pairs of games of the whole run: steps and gains shrink towards its end. */
  pairs: number;
  /** Pairs played with the same change, after which the parameters move. */
  batch: number;
  seed: number;
  /** By which power of the pairs the gain shrinks, and the step. */
  alpha: number;
  gamma: number;
  /** This share of the pairs is added to those played, so that the first gains are not too large. */
  stability: number;
  /** How far a win moves a parameter at the end of the run, in its steps. */
  gain: number;
}

export interface SpsaParameter {
  name: string;
  start: number;
  /** Where it is now, not rounded. */
  value: number;
  min: number;
  max: number;
  /** How much it is changed at the end of the run; more before. */
  step: number;
}

/** All there is to know of a run: it can be saved, and goes on from there as if it had not been. */
export interface SpsaState {
  settings: SpsaSettings;
  parameters: SpsaParameter[];
  /** Pairs played. */
  played: number;
  /** Of the side with the change. */
  wins: number;
  draws: number;
  losses: number;
}

/** A change to be tried: the whole numbers that the two sides play with. */
export interface Proposal {
  /** For each parameter, 1 if the first side has more of it, −1 if it has less. */
  signs: number[];
  plus: Record<string, number>;
  minus: Record<string, number>;
}

/** Of the first side, by games. */
export interface Score {
  wins: number;
  draws: number;
  losses: number;
}

/** Lets the two sides of a proposal play pairs of games, the first of them having this number. */
export type PlayPairs = (proposal: Proposal, first: number, pairs: number) => Promise<Score>;

/** A run that has not played yet. */
export const beginSpsa = (
  settings: SpsaSettings,
  parameters: readonly SpsaParameter[],
): SpsaState => ({
  settings,
  parameters: [...parameters],
  ...{ played: 0, wins: 0, draws: 0, losses: 0 },
});

/** Plays a batch and moves the parameters. The state given stays as it is. */
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

/** The change to be tried next; it follows from the state alone. */
export function propose(state: SpsaState): Proposal {
  const random = new Random(derivedSeed(state.settings.seed, state.played));
  const proposal: Proposal = { signs: [], plus: {}, minus: {} };
  for (const parameter of state.parameters) {
    const { name, value } = parameter;
    const sign = random.below(2) * 2 - 1;
    const change = sign * stepAt(state, parameter);
    // Rounded up as often as the fraction says: on average a value between two numbers is played.
    const fraction = random.below(2 ** 20) / 2 ** 20;
    const round = (value: number) => clamp(parameter, Math.floor(value + fraction));
    proposal.signs.push(sign);
    proposal.plus[name] = round(value + change);
    proposal.minus[name] = round(value - change);
  }
  return proposal;
}

/** By how much a parameter is changed now. */
function stepAt({ settings, played }: SpsaState, { step }: SpsaParameter): number {
  return step * (settings.pairs / (played + 1)) ** settings.gamma;
}

/** How far a win moves a parameter now, in its present steps. */
function gainAt({ settings, played }: SpsaState): number {
  const { pairs, alpha, gamma, stability, gain } = settings;
  const offset = stability * pairs;
  // Gain and step of the textbook are a and c, and a win moves a parameter by a/c = (a/c²)c.
  const a = ((offset + pairs) / (offset + played + 1)) ** alpha;
  const c = (pairs / (played + 1)) ** gamma;
  return (gain * a) / c ** 2;
}

const clamp = ({ min, max }: SpsaParameter, value: number): number =>
  Math.max(min, Math.min(max, value));
