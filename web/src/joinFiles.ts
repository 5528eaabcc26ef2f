/** Files that were dropped or chosen together as one: the games of the first, then those of the next. */
export function joinFiles(files: Iterable<File> | null | undefined): Blob | undefined {
  const all = [...(files ?? [])];
  return all.length > 1 ? new Blob(all.flatMap((file) => [file, '\n\n'])) : all[0];
}
