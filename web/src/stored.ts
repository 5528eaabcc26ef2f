/**
 * Small choices kept in the browser's local storage: colours, engine settings, sound. Storage may be
 * blocked or full; choices then apply to this visit only.
 */

/** A stored value as `check` reads it from what was stored, which another version may have written. */
export function readStored<T>(key: string, check: (value: unknown) => T): T {
  try {
    return check(JSON.parse(localStorage.getItem(key) ?? 'null'));
  } catch {
    return check(null);
  }
}

/** Stores a value as JSON; null removes it. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The choice applies to this visit only.
  }
}
