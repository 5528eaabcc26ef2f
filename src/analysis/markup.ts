/** Other people's text in HTML and SVG: it is shown as it is and can never be markup. */

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Without what cannot be seen, which XML does not allow and which can turn text round. */
export const visible = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim();

/** For text and for attributes in quotes. */
export const escapeMarkup = (text: string): string =>
  visible(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
