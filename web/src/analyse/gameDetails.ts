/** A dialog for the details of a game, which are tags in PGN: who played, where and when, and the result. */
import { BLACK, type Color, WHITE } from '../../../src/chess/board/types.ts';
import { offerUndo } from '../announce.ts';
import { dialogForm, showDialog } from '../dialogs.ts';
import { el, select } from '../dom.ts';
import { type GameTags, tagOf } from '../gameName.ts';
import { texts } from '../texts.ts';
import { analyseTexts } from './analyseTexts.ts';
import { moveTexts } from './moveTexts.ts';

const t = analyseTexts;

/** The text fields of the dialog, by tag. */
const FIELDS = [
  ['White', texts.white, 'text'],
  ['Black', texts.black, 'text'],
  ['Event', t.event, 'text'],
  ['Date', t.date, 'date'],
] as const;

/** The side at the bottom of the board, which studies on Lichess name in a tag; null if there is none. */
export function sideBelow(tags: GameTags): Color | null {
  const side = tags.get('Orientation')?.toLowerCase();
  return side === 'black' ? BLACK : side === 'white' ? WHITE : null;
}

/**
 * Asks for the details of a game, and calls `onChange` with its tags if they are changed. What was typed survives
 * Escape, perhaps pressed by mistake, and can be undone; only Cancel discards it.
 */
export async function editDetails(
  tags: GameTags,
  onChange: (tags: GameTags) => void,
): Promise<void> {
  const entered = new Map<string, string>();
  let isDismissed = false;
  const build = (close: (value: GameTags | null) => void) => {
    const fields = FIELDS.map(([tag, label, type], i) => {
      const input = ({ target }: Event) => entered.set(tag, (target as HTMLInputElement).value);
      const value = shownValue(tags, tag);
      const field = el('input', { type, value, dir: 'auto', autofocus: i === 0, input });
      return el('label', { class: 'field' }, el('span', {}, label), field);
    });
    const result = select(t.result, t.results, shownValue(tags, 'Result'), (value) =>
      entered.set('Result', value),
    );
    const submit = () => close(withDetails(tags, entered));
    return [dialogForm(close, moveTexts.save, submit, ...fields, result)];
  };
  const changed = await showDialog<GameTags>(t.detailsTitle, build, () => {
    isDismissed = true;
    return withDetails(tags, entered);
  });
  if (changed === null) return;
  onChange(changed);
  if (isDismissed) offerUndo(t.detailsSaved, () => onChange(tags));
}

/** A date field has hyphens where PGN has dots, and cannot show a date of which a part is unknown. */
function shownValue(tags: GameTags, tag: string): string {
  const value = tagOf(tags, tag);
  if (tag !== 'Date') return value;
  return /^\d{4}\.\d\d\.\d\d$/.test(value) ? value.replaceAll('.', '-') : '';
}

/** The tags with what was entered; null if that is what was shown. */
function withDetails(tags: GameTags, entered: GameTags): GameTags | null {
  const changes = [...entered]
    .map(([tag, value]) => [tag, value.trim()] as const)
    .filter(([tag, value]) => value !== shownValue(tags, tag));
  if (changes.length === 0) return null;
  const changed = new Map(tags);
  for (const [tag, value] of changes) {
    if (value === '') changed.delete(tag);
    else changed.set(tag, tag === 'Date' ? value.replaceAll('-', '.') : value);
  }
  return changed;
}
