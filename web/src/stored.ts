/**
 * Small things in the browser's storage: choices such as colours, engine settings and sound in local storage,
 * what a tab needs after a reload in session storage. Storage may be blocked or full; choices then apply to
 * this visit only.
 */

/** Reads a stored value. `check` makes it valid: another version of the page may have written it. */
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

/** What this tab stored before a reload; null if nothing. */
export function readSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text for a reload of this tab. */
export function writeSession(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // A reload opens the record that was saved last instead, and an address as a link.
  }
}
