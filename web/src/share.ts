/** What leaves the page: texts for the clipboard, and files. */
import { notify } from './announce.ts';
import { el } from './dom.ts';
import { texts } from './texts.ts';

/** Copies a text to the clipboard, and says so, or that the browser does not allow it. */
export async function copyText(text: string): Promise<void> {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  notify(isCopied ? texts.copied : texts.cannotCopy);
}

/** Downloads a text as a file. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = el('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export const savePgn = (name: string, pgn: string): void =>
  download(name, 'application/x-chess-pgn', pgn);
