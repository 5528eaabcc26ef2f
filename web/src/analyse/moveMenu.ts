/** The menu of a move in the analysis: its mark, its comment, its place in the tree. */
import {
  bracesToParentheses,
  COMMENT_COMMANDS,
  MOVE_SIGNS,
  readableComment,
} from '../../../src/chess/notation/pgn.ts';
import { offerUndo } from '../announce.ts';
import { dialogForm, showDialog } from '../dialogs.ts';
import { el } from '../dom.ts';
import { type GameNode, type GameTree, isMainLine } from '../gameTree.ts';
import type { MenuItem } from '../menu.ts';
import { moveTexts } from './moveTexts.ts';
import { submitByKey } from './read.ts';

const t = moveTexts;

/** The marks of moves, best first: their numbers in PGN. */
const MARKS = [3, 1, 5, 6, 2, 4] as const;

/** The menu of a move. Calls `onChange` after a change, with the node to show. */
export function moveMenu(
  tree: GameTree,
  node: GameNode,
  onChange: (shown: GameNode) => void,
): MenuItem[] {
  const promote = () => {
    tree.promote(node);
    onChange(node);
  };
  const comment = async () => {
    const { comments } = node;
    const answer = await askComment(readableComment(comments));
    if (answer === null) return;
    setComment(node, answer.text);
    onChange(node);
    if (!answer.isDismissed) return;
    offerUndo(t.commentKept, () => {
      node.comments = comments;
      onChange(node);
    });
  };
  const toggleMark = (nag: number) => () => {
    // A move has one of these marks at most; others, such as evaluations, stay.
    const others = node.nags.filter((it) => it > MARKS.length);
    node.nags = node.nags.includes(nag) ? others : [nag, ...others];
    onChange(node);
  };
  return [
    ...MARKS.map((nag) => ({
      sign: MOVE_SIGNS[nag]!,
      text: t.marks[nag - 1]!,
      isChecked: node.nags.includes(nag),
      onClick: toggleMark(nag),
    })),
    { text: t.comment, onClick: () => void comment() },
    { text: t.promote, onClick: promote, isDisabled: isMainLine(node) },
    { text: t.remove, onClick: () => removeMove(tree, node, onChange) },
  ];
}

/** Removes a move and what follows it, and offers to undo that. `onChange` as above. */
export function removeMove(
  tree: GameTree,
  node: GameNode,
  onChange: (shown: GameNode) => void,
): void {
  const parent = node.parent!;
  const place = parent.children.indexOf(node);
  tree.remove(node);
  onChange(parent);
  offerUndo(t.removed(node.san), () => {
    tree.putBack(node, place);
    onChange(node);
  });
}

/** Replaces the words of a comment; its commands stay. */
function setComment(node: GameNode, text: string): void {
  const commands = node.comments.join(' ').match(COMMENT_COMMANDS) ?? [];
  const words = bracesToParentheses(text).trim();
  const comment = [...commands, words].filter((part) => part !== '').join(' ');
  node.comments = comment === '' ? [] : [comment];
}

/** `isDismissed`: left by Escape, perhaps by mistake. */
interface CommentAnswer {
  text: string;
  isDismissed: boolean;
}

/** Null if the comment stays as it was. What was typed survives Escape; only Cancel discards it. */
async function askComment(before: string): Promise<CommentAnswer | null> {
  const area = el('textarea', {
    rows: 4,
    dir: 'auto',
    autofocus: true,
    'aria-label': t.commentTitle,
  });
  area.value = before;
  submitByKey(area);
  const changed = (isDismissed: boolean) =>
    area.value === before ? null : { text: area.value, isDismissed };
  return showDialog<CommentAnswer>(
    t.commentTitle,
    (close) => [dialogForm(close, t.save, () => close(changed(false)), area)],
    () => changed(true),
  );
}
