/** Escaping of untrusted text in HTML and SVG. */

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Removes invisible characters: controls that XML forbids, and characters that reverse the text direction. */
export const visible = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim();

/** Escapes text for element content and quoted attributes. */
export const escapeMarkup = (text: string): string =>
  visible(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

/** Text that may be written from right to left, and then does not turn round what is beside it. */
export const isolated = (text: string): string => `<bdi>${escapeMarkup(text)}</bdi>`;
