/** The settings of the analysing engine, in a popover at their button. */
import {
  HAS_SHARED_MEMORY,
  MAX_HASH,
  PROCESSORS,
} from '../../../src/hosts/browser/browserFeatures.ts';
import { el, select } from '../dom.ts';
import { openPopover } from '../menu.ts';
import { texts } from '../texts.ts';

const MAX_LINES = 5;
const HASH_SIZES = [16, 32, 64, 128, 256];
/** Seconds for a position; 0 for no limit. */
const SECONDS = [10, 60, 300, 0];

export interface EngineChoices {
  isOn: boolean;
  lines: number;
  threads: number;
  /** Mebibytes. */
  hash: number;
  /** How long a position is searched; 0 for no limit. */
  seconds: number;
}

export const DEFAULT_ENGINE: EngineChoices = {
  ...{ isOn: true, lines: 1, threads: 1, hash: 16, seconds: 60 },
};

export function openEngineSettings(
  at: Element,
  choices: EngineChoices,
  change: (changed: Partial<EngineChoices>) => void,
): void {
  const numbers = (values: readonly number[]) => values.map((n) => [`${n}`, `${n}`] as const);
  const counts = Array.from({ length: MAX_LINES }, (_, i) => i + 1);
  const threads = numbers(threadCounts(HAS_SHARED_MEMORY ? PROCESSORS : 1));
  const hashSizes = numbers(HASH_SIZES.filter((size) => size <= MAX_HASH));
  const times = SECONDS.map((n) => [`${n}`, texts.analysisTime(n)] as const);
  openPopover(
    at,
    { class: 'settings', role: 'dialog', 'aria-label': texts.engineSettings },
    el(
      'div',
      { class: 'form' },
      select(texts.lines, numbers(counts), `${choices.lines}`, (n) => change({ lines: +n })),
      select(texts.threads, threads, `${choices.threads}`, (n) => change({ threads: +n })),
      select(texts.hash, hashSizes, `${choices.hash}`, (n) => change({ hash: +n })),
      select(texts.timePerPosition, times, `${choices.seconds}`, (n) => change({ seconds: +n })),
      canBecomeIsolated() && el('p', { class: 'hint' }, texts.threadsNeedReload),
    ),
  );
}

/** Whether the next visit will be isolated, by the headers that the service worker adds. */
const canBecomeIsolated = (): boolean =>
  !crossOriginIsolated && isSecureContext && 'serviceWorker' in navigator;

/** 1, 2, 4, … and `most`. */
function threadCounts(most: number): number[] {
  const counts: number[] = [];
  for (let n = 1; n < most; n *= 2) counts.push(n);
  return [...counts, most];
}
