/** The list of what is kept: games, analyses and reviews, to open, delete and export. */
import { dialogButtons, showDialog } from '../dialogs.ts';
import { button, type Child, el, loadStyle, replaceContent } from '../dom.ts';
import { gameName, hasName } from '../gameName.ts';
import { iconButton } from '../icons.ts';
import { searchable, searchList, wordFilter } from '../searchList.ts';
import { savePgn } from '../share.ts';
import { texts } from '../texts.ts';
import type { Archive, SavedWork, Summary } from './archive.ts';
import { openArchive, storageProblem, unsavedReason } from './openCopy.ts';

const t = texts.archive;

/** Shows the archive; `onOpen` opens a record. */
export async function showArchive(onOpen: (record: Summary) => Promise<void>): Promise<void> {
  const [{ archive, records }] = await Promise.all([readArchive(), loadStyle('lists.css')]);
  const chosen = await showDialog<Summary>(t.title, (close) => {
    const list = el('ul', { class: 'choices' });
    const removed: Removed = new Map();
    const save = async () => savePgn('refrain-games.pgn', await archive.pgn());
    const exportAll = button(t.exportAll, () => void save());
    const countExported = () => {
      exportAll.disabled = removed.size === records.length;
    };
    countExported();
    const { field, more } = searchList<Summary>(list, {
      label: t.search,
      find: (text) => {
        const isFound = wordFilter(text);
        return records.filter((record) => isFound(wordsOf(record)));
      },
      row: (record) => item(record, { archive, removed, onChange: countExported, onOpen: close }),
    });
    const hasRecords = records.length > 0;
    const problem = unsavedReason();
    const intro = hasRecords ? t.intro : t.none;
    return [
      el('p', { class: problem === null ? 'hint' : 'problem' }, problem ?? intro),
      hasRecords && field,
      list,
      more,
      dialogButtons(
        exportAll,
        button(texts.close, () => close(null), { class: 'plain primary' }),
      ),
    ];
  });
  if (chosen !== null) await onOpen(chosen);
}

/** The archive and what it has. Throws an Error for the user if the browser does not allow storage. */
async function readArchive(): Promise<{ archive: Archive; records: Summary[] }> {
  try {
    const archive = await openArchive();
    return { archive, records: await archive.list() };
  } catch (error) {
    throw new Error(storageProblem(error as Error), { cause: error });
  }
}

const nameOf = ({ tags, kind }: Summary): string => {
  const known = new Map(Object.entries(tags));
  return hasName(known) ? gameName(known) : t.kinds[kind];
};

const wordsOf = (record: Summary): string =>
  searchable([t.kinds[record.kind], nameOf(record), ...Object.values(record.tags)].join(' '));

/** The records that were deleted since the list was opened, with what to put back, if anything was there. */
type Removed = Map<Summary, SavedWork | null>;

/** State that the rows of the list share. */
interface RecordList {
  archive: Archive;
  removed: Removed;
  /** Called when one was deleted or put back. */
  onChange: () => void;
  onOpen: (record: Summary) => void;
}

/** A row of the list; a record that was deleted leaves a row that puts it back. */
function item(record: Summary, { archive, removed, onChange, onOpen }: RecordList): HTMLLIElement {
  const name = nameOf(record);
  const when = new Date(record.saved).toLocaleString(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const isUnfinished = record.kind === 'game' && record.tags.Result === '*';
  const about = [t.kinds[record.kind], t.moves(record.plies), isUnfinished && t.unfinished, when]
    .filter((part) => part !== false)
    .join(' · ');
  // With a blank, so that the row keeps its height when the text arrives.
  const line = el('small', {}, '\u00a0');
  const showLine = async () => {
    const [saved, { recordLine }] = await Promise.all([
      archive.load(record.id),
      import('./recordLine.ts'),
    ]);
    line.textContent = (saved === null ? '' : recordLine(saved.pgn)) || '\u00a0';
  };
  void showLine();
  const remove = async () => {
    const saved = await archive.load(record.id);
    await archive.remove(record.id);
    removed.set(record, saved);
    onChange();
    showRemoved(saved);
  };
  const showRemoved = (saved: SavedWork | null) => {
    const putBack = async () => {
      await archive.putBack(saved!);
      removed.delete(record);
      onChange();
      show(...parts);
      void showLine();
    };
    const undo = button(texts.undo, () => void putBack(), { class: 'link' });
    show(el('p', { class: 'hint', role: 'status' }, t.removed(name)), saved !== null && undo);
  };
  const parts = [
    el(
      'button',
      { type: 'button', class: 'plain', click: () => onOpen(record) },
      el('strong', {}, name),
      line,
      el('small', {}, about),
    ),
    iconButton('remove', t.remove(name), () => void remove()),
  ];
  const row = el('li', { class: 'record' });
  const show = (...children: Child[]) => replaceContent(row, ...children);
  const known = removed.get(record);
  if (known === undefined) show(...parts);
  else showRemoved(known);
  return row;
}
