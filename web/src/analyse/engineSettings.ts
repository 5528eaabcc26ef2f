/** The settings of the analysing engine, in a popover at their button. */
import type { TablebaseListing } from '../../../src/engine/threadMessages.ts';
import {
  HAS_SHARED_MEMORY,
  MAX_HASH,
  PROCESSORS,
} from '../../../src/hosts/browser/browserFeatures.ts';
import { listFiles } from '../../../src/hosts/browser/tablebaseSources.ts';
import { describeTablebases } from '../../../src/syzygy/tablebaseNames.ts';
import { button, el, select } from '../dom.ts';
import { openPopover } from '../menu.ts';
import { readStored, writeStored } from '../stored.ts';
import { analyseTexts } from './analyseTexts.ts';

const LINE_COUNTS = [1, 2, 3, 4, 5];
const THREAD_COUNTS = threadCounts(HAS_SHARED_MEMORY ? PROCESSORS : 1);
const HASH_SIZES = [16, 32, 64, 128, 256].filter((size) => size <= MAX_HASH);
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
  /** Syzygy files that the user has picked; a browser forgets them with the page. */
  tablebases: readonly TablebaseListing[];
}

const DEFAULT_ENGINE: EngineChoices = {
  isOn: true,
  lines: 1,
  threads: 1,
  hash: 16,
  seconds: 60,
  tablebases: [],
};

const KEY = 'refrain-engine';

export const storeEngineChoices = ({ tablebases: _, ...kept }: EngineChoices): void =>
  writeStored(KEY, kept);

/** The choices of the last visit, as far as this browser allows them now. */
export const storedEngineChoices = (): EngineChoices =>
  readStored(KEY, (value) => {
    const { isOn, lines, threads, hash, seconds } = {
      ...DEFAULT_ENGINE,
      ...(value as Partial<EngineChoices> | null),
    };
    const oneOf = <T>(values: readonly T[], value: T, other: T): T =>
      values.includes(value) ? value : other;
    return {
      isOn: isOn !== false,
      lines: oneOf(LINE_COUNTS, lines, DEFAULT_ENGINE.lines),
      threads: oneOf(THREAD_COUNTS, threads, DEFAULT_ENGINE.threads),
      hash: oneOf(HASH_SIZES, hash, DEFAULT_ENGINE.hash),
      seconds: oneOf(SECONDS, seconds, DEFAULT_ENGINE.seconds),
      tablebases: [],
    };
  });

export function openEngineSettings(
  at: Element,
  choices: EngineChoices,
  change: (changed: Partial<EngineChoices>) => void,
): void {
  const numbers = (values: readonly number[]) => values.map((n) => [`${n}`, `${n}`] as const);
  const times = SECONDS.map((n) => [`${n}`, analyseTexts.analysisTime(n)] as const);
  openPopover(
    at,
    { class: 'settings', role: 'dialog', 'aria-label': analyseTexts.engineSettings },
    el(
      'div',
      { class: 'form' },
      select(analyseTexts.lines, numbers(LINE_COUNTS), `${choices.lines}`, (n) =>
        change({ lines: +n }),
      ),
      select(analyseTexts.threads, numbers(THREAD_COUNTS), `${choices.threads}`, (n) =>
        change({ threads: +n }),
      ),
      select(analyseTexts.hash, numbers(HASH_SIZES), `${choices.hash}`, (n) =>
        change({ hash: +n }),
      ),
      select(analyseTexts.timePerPosition, times, `${choices.seconds}`, (n) =>
        change({ seconds: +n }),
      ),
      tablebaseField(choices, change),
      canBecomeIsolated() && el('p', { class: 'hint' }, analyseTexts.threadsNeedReload),
    ),
  );
}

/** The picker of a folder with Syzygy tablebases, and what was found in it. */
function tablebaseField(
  { tablebases }: EngineChoices,
  change: (changed: Partial<EngineChoices>) => void,
): HTMLElement {
  const found = el('output', { class: 'hint' });
  const show = (listings: readonly TablebaseListing[]) => {
    found.textContent = describeTablebases(listings.map(({ name }) => name));
  };
  if (tablebases.length > 0) show(tablebases);
  const input = el('input', { type: 'file', multiple: true, webkitdirectory: true, hidden: true });
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])].filter(({ name }) => /\.rtb[wz]$/.test(name));
    const listings = listFiles(files);
    show(listings);
    change({ tablebases: listings });
  });
  return el(
    'div',
    { class: 'field' },
    el('span', {}, analyseTexts.tablebases),
    input,
    button(analyseTexts.chooseFolder, () => input.click()),
    found,
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
