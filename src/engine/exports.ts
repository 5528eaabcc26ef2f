/** Exports that accompany an engine on every host. */

export type { BookMove } from '../book/polyglotBook.ts';
export type { Network } from '../eval/nnue/networkFile.ts';
export type { Limits, SearchSettings } from '../search/limits.ts';
export type { RootMove, ScoreBound } from '../search/rootMoves.ts';
export { isMateScore, movesToMate } from '../search/score.ts';
export type { CurrentMove, SearchInfo, SearchResult } from '../search/searchResult.ts';
export { type WinDrawLoss, winDrawLoss } from '../search/winDrawLoss.ts';
export type { TablebaseMove, TablebaseProbe } from '../syzygy/rankMoves.ts';
export type { PoolOptions, PoolSearchOptions } from './baseEnginePool.ts';
export type { SignalOption } from './checkArguments.ts';
export type { LogFile } from './engineHost.ts';
export { type EngineEvents, EngineResult, type Evaluation, SearchLine } from './engineResult.ts';
export {
  DEFAULT_ENGINE_SETTINGS,
  type EngineSettings,
  type SettingsChange,
} from './engineSettings.ts';
export type { SearchRequest } from './searchRequest.ts';
export type { TablebaseListing } from './threadMessages.ts';
