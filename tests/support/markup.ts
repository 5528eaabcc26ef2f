/** Checks that text is well-formed XML, or HTML written as XML. Enough for our own output. */

/** A tag with attributes in double quotes, which contain no markup characters. */
const TAG =
  /^<(?<close>\/)?(?<name>[a-zA-Z][\w:-]*)(?<attributes>(?:\s+[\w:-]+="[^"<]*")*)\s*(?<empty>\/)?>/;
const VOID = new Set(['meta']);

/** The names of all elements in order. Throws if the markup is not well formed. */
export function elementsOf(text: string): string[] {
  const names: string[] = [];
  const open: string[] = [];
  let rest = text.replace(/^<!doctype html>/, '');
  while (rest !== '') {
    const end = rest.indexOf('<');
    const content = end === -1 ? rest : rest.slice(0, end);
    // Style sheets and scripts are not text.
    if (!['style', 'script'].includes(open.at(-1) ?? '')) checkText(content);
    if (end === -1) break;
    rest = rest.slice(end);
    const tag = TAG.exec(rest);
    if (tag === null) throw new Error(`no tag: ${rest.slice(0, 80)}`);
    const { close, name, attributes, empty } = tag.groups as Record<string, string | undefined>;
    checkText(attributes!.replace(/"/g, ''));
    if (close !== undefined) {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing`);
    } else {
      names.push(name!);
      if (empty === undefined && !VOID.has(name!)) open.push(name!);
    }
    rest = rest.slice(tag[0].length);
  }
  if (open.length > 0) throw new Error(`<${open.at(-1)}> is not closed`);
  return names;
}

function checkText(text: string): void {
  const bad = /&(?!(amp|lt|gt|quot|#39);)|(?!\n)[\p{Cc}\p{Cs}]/u.exec(text);
  if (bad !== null) throw new Error(`not for markup: ${JSON.stringify(bad[0])} in ${text}`);
}
