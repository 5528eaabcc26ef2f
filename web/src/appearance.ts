/** How the page looks, chosen by the user: colours, board and pieces, as attributes of the document. */
import { texts } from './texts.ts';

type AppearanceKind = keyof typeof texts.appearance.values;
export const APPEARANCE_KINDS = Object.keys(texts.appearance.values) as AppearanceKind[];

const keyOf = (kind: AppearanceKind): string => `refrain-${kind}`;

/** The values of a choice with their names; the first one is the default. */
export const appearanceChoices = (kind: AppearanceKind): [value: string, name: string][] =>
  Object.entries(texts.appearance.values[kind]);

/** The value that is chosen. */
export const appearanceOf = (kind: AppearanceKind): string =>
  document.documentElement.dataset[kind]!;

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
    const values = appearanceChoices(kind).map(([value]) => value);
    let stored: string | null = null;
    try {
      stored = localStorage.getItem(keyOf(kind));
    } catch {
      // Storage may be blocked.
    }
    apply(kind, values.find((value) => value === stored) ?? values[0]!);
  }
}
