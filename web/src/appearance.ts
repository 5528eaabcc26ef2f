/** How the page looks, chosen by the user: colours, board and pieces, as attributes of the document. */
import { texts } from './texts.ts';

/** Each choice with its values; the first one is the default. */
export const APPEARANCE = {
  theme: ['auto', 'light', 'dark'],
  board: ['slate', 'wood', 'green', 'night'],
  pieces: ['classic', 'plain'],
} as const;

export type AppearanceKind = keyof typeof APPEARANCE;
export const APPEARANCE_KINDS = Object.keys(APPEARANCE) as AppearanceKind[];

const keyOf = (kind: AppearanceKind): string => `refrain-${kind}`;

/** The stored choice. */
export function appearanceOf(kind: AppearanceKind): string {
  const values: readonly string[] = APPEARANCE[kind];
  const stored = document.documentElement.dataset[kind];
  return stored !== undefined && values.includes(stored) ? stored : values[0]!;
}

/** Applies a choice; that of the colours to the browser's own bar too. */
function apply(kind: AppearanceKind, value: string): void {
  document.documentElement.dataset[kind] = value;
  if (kind !== 'theme') return;
  const metas = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
  for (const [i, scheme] of ['light', 'dark'].entries()) {
    const chosen = value === scheme ? 'all' : 'not all';
    metas[i]!.media = value === 'auto' ? `(prefers-color-scheme: ${scheme})` : chosen;
  }
}

/** Applies a choice and stores it. */
export function setAppearance(kind: AppearanceKind, value: string): void {
  apply(kind, value);
  try {
    localStorage.setItem(keyOf(kind), value);
  } catch {
    // Storage may be blocked: the choice applies to this visit only.
  }
}

/** Applies the stored choices. */
export function restoreAppearance(): void {
  for (const kind of APPEARANCE_KINDS) {
    try {
      document.documentElement.dataset[kind] = localStorage.getItem(keyOf(kind)) ?? '';
    } catch {
      // Storage may be blocked.
    }
    apply(kind, appearanceOf(kind));
  }
}

/** The name of a choice, as it is shown. */
export const appearanceName = (kind: AppearanceKind, value: string): string =>
  (texts.appearance.values[kind] as Readonly<Record<string, string>>)[value] ?? value;
