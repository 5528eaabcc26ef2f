/**
 * What is printed: the game or the review on the screen, not the interface. Before the browser prints, the
 * sheet is filled; the style sheet hides everything else.
 */
import { readableComment } from '../../src/chess/notation/pgn.ts';
import { el } from './dom.ts';
import { type GameTags, gameName, isolate, tagOf } from './gameName.ts';
import {
  commentsAfter,
  type GameNode,
  type GameTree,
  lineFrom,
  moveNumber,
  pliesBefore,
  signedSan,
} from './gameTree.ts';

/** What a view prints. */
export interface PrintedGame {
  tree: GameTree;
  tags: GameTags;
  /** Copies of elements of the view, such as a table or a chart, above the moves. */
  figures: readonly Element[];
  /** Remarks on a move, in addition to its comments. */
  remark?: (node: GameNode) => string;
}

/** Lets the browser print what `find` returns at that moment; null: the page as it is. */
export function installPrinting(find: () => PrintedGame | null): void {
  const sheet = el('article', { class: 'sheet' });
  document.body.append(sheet);
  addEventListener('beforeprint', () => {
    const game = find();
    document.body.classList.toggle('has-sheet', game !== null);
    sheet.replaceChildren(...(game === null ? [] : sheetParts(game)));
  });
  addEventListener('afterprint', () => sheet.replaceChildren());
}

function sheetParts({ tree, tags, figures, remark = () => '' }: PrintedGame): HTMLElement[] {
  const facts = ['Event', 'Site', 'Opening']
    .map((tag) => isolate(tagOf(tags, tag)))
    .filter((text) => text !== '');
  return [
    el('h1', {}, gameName(tags)),
    ...(facts.length > 0 ? [el('p', {}, facts.join(', '))] : []),
    ...figures.map((figure) => el('div', { class: 'figure' }, figure.cloneNode(true))),
    ...paragraphs(tree, remark),
  ];
}

/** The main line in bold, broken by comments and variations. */
function paragraphs(tree: GameTree, remark: (node: GameNode) => string): HTMLElement[] {
  const parts: HTMLElement[] = [];
  const say = (text: string) => text !== '' && parts.push(el('p', {}, text));
  say(commentText(commentsAfter(tree.root)));
  let line: string[] = [];
  const flush = () => {
    if (line.length > 0) parts.push(el('p', { class: 'line' }, line.join(' ')));
    line = [];
  };
  for (const node of lineFrom(tree.root)) {
    line.push(moveText(tree, node, line.length === 0));
    const others = node.parent!.children.slice(1);
    const said = [commentText(commentsAfter(node)), remark(node)]
      .filter((text) => text !== '')
      .join(' ');
    if (said === '' && others.length === 0) continue;
    flush();
    say(said);
    for (const other of others) say(`(${variationText(tree, other)})`);
  }
  flush();
  return parts;
}

function variationText(tree: GameTree, start: GameNode): string {
  const words = [commentText(start.startingComments)];
  let needsNumber = true;
  for (const node of [start, ...lineFrom(start)]) {
    const comments = commentsAfter(node);
    words.push(moveText(tree, node, needsNumber), commentText(comments));
    const others = node === start ? [] : node.parent!.children.slice(1);
    for (const other of others) words.push(`(${variationText(tree, other)})`);
    needsNumber = comments.length + others.length > 0;
  }
  return words.filter((word) => word !== '').join(' ');
}

const commentText = (comments: readonly string[]): string => isolate(readableComment(comments));

/** `12. Nf3!`, `12… Nc6`, or without a number `Nc6`. */
function moveText({ start }: GameTree, node: GameNode, needsNumber: boolean): string {
  const { ply } = node;
  const plies = pliesBefore(start) + ply - 1;
  const number = plies % 2 === 1 && !needsNumber ? '' : `${moveNumber(plies)} `;
  return `${number}${signedSan(node)}`;
}
