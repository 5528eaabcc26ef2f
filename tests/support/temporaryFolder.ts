/** Folders for the files of a test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** A new, empty folder, removed after the test, or the tests of the file or `describe` block, that asks for it. */
export function temporaryFolder(prefix = 'refrain-'): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    onTestFinished(remove);
  } catch {
    // Not in a test.
    afterAll(remove);
  }
  return folder;
}

/** The same for tests that need only its files: from the name of a file to its path. */
export function temporaryFiles(): (name: string) => string {
  const folder = temporaryFolder();
  return (name) => join(folder, name);
}
