/** Folders for the files of a test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A new, empty folder, which is removed after the tests of the file or `describe` block that asks for it. */
export function temporaryFolder(prefix = 'refrain-'): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The same for tests that need only its files: from the name of a file to its path. */
export function temporaryFiles(): (name: string) => string {
  const folder = temporaryFolder();
  return (name) => join(folder, name);
}
