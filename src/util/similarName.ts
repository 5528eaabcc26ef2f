/** Guesses what a mistyped name was meant to be. */

/** The known name with the smallest edit distance; null if none is close. */
export function similarName(typed: string, known: readonly string[]): string | null {
  const word = typed.toLowerCase();
  const most = word.length <= 3 ? 1 : 2;
  // Input may be very long: names that are ruled out by its length alone are skipped.
  const near = known.filter(({ length }) => Math.abs(length - word.length) <= most);
  const distances = near.map((name) => distance(word, name.toLowerCase()));
  const least = Math.min(...distances);
  return least <= most ? near[distances.indexOf(least)]! : null;
}

/**
 * The edit distance: letters inserted, removed, replaced or swapped with their neighbour.
 * https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance#Optimal_string_alignment_distance
 */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    const above = rows[i - 1]!;
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      row[j] = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (isSame ? 0 : 1));
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isExchanged) row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
