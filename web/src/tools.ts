/** The buttons in the header: settings, and the sheet with the keys. */
import {
  APPEARANCE,
  APPEARANCE_KINDS,
  type AppearanceKind,
  appearanceName,
  appearanceOf,
  restoreAppearance,
  setAppearance,
} from './appearance.ts';
import { button, el, radios, showDialog } from './dom.ts';
import { iconButton } from './icons.ts';
import { openPopover } from './menu.ts';
import { isSoundOn, setSound } from './sound.ts';
import { texts } from './texts.ts';

/** `onArchive` shows the games that were kept. */
export function installTools(onArchive: () => void): void {
  restoreAppearance();
  const settings = iconButton('settings', texts.settings, () => openSettings(settings));
  settings.setAttribute('aria-haspopup', 'dialog');
  const help = iconButton('help', texts.help.title, () => void showHelp());
  const archive = iconButton('archive', texts.archive.title, onArchive);
  archive.id = 'archive';
  help.id = 'help';
  document.getElementById('tools')!.append(archive, help, settings);
}

/** Shows that there is a new version of the page, until it is taken. */
export function showUpdate(take: () => void): void {
  const known = document.getElementById('update');
  const update = iconButton('retry', `${texts.newVersion}. ${texts.takeVersion}`, take);
  update.id = 'update';
  if (known === null) document.getElementById('tools')!.prepend(update);
  else known.replaceWith(update);
}

function openSettings(at: HTMLElement): void {
  const fields = APPEARANCE_KINDS.map((kind) =>
    radios(kind, texts.appearance.labels[kind], choices(kind), appearanceOf(kind), (value) =>
      setAppearance(kind, value),
    ),
  );
  openPopover(
    at,
    { class: 'settings', role: 'dialog', 'aria-label': texts.settings },
    el(
      'div',
      { class: 'form' },
      ...fields,
      radios('sound', texts.sound.label, texts.sound.values, `${isSoundOn()}`, (value) =>
        setSound(value === 'true'),
      ),
    ),
  );
}

const choices = (kind: AppearanceKind): [string, string][] =>
  APPEARANCE[kind].map((value) => [value, appearanceName(kind, value)]);

/** Shows what the keys and the mouse do. */
export async function showHelp(): Promise<void> {
  const row = ([keys, text]: readonly [string, string]) =>
    el(
      'tr',
      {},
      el(
        'th',
        { scope: 'row' },
        ...keys
          .split(' ')
          .flatMap((key, i) => (i === 0 ? [el('kbd', {}, key)] : [' ', el('kbd', {}, key)])),
      ),
      el('td', {}, text),
    );
  await showDialog<null>(texts.help.title, (close) => [
    el('table', { class: 'keys' }, el('tbody', {}, ...texts.help.keys.map(row))),
    el('h3', {}, texts.help.mouseTitle),
    el('ul', { class: 'hints' }, ...texts.help.mouse.map((text) => el('li', {}, text))),
    el(
      'div',
      { class: 'dialog-buttons' },
      button(texts.close, () => close(null), { class: 'plain primary' }),
    ),
  ]);
}
