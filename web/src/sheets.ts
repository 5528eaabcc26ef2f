/** The settings of the page, and the sheet with the keys. */
import { APPEARANCE_KINDS, appearanceChoices, appearanceOf, setAppearance } from './appearance.ts';
import { dialogButtons, showDialog } from './dialogs.ts';
import { button, el, loadStyle, radios } from './dom.ts';
import { helpTexts } from './helpTexts.ts';
import { openPopover } from './menu.ts';
import { isSoundOn, setSound } from './sound.ts';
import { texts } from './texts.ts';

/** Opens the settings at their button. */
export function openSettings(at: HTMLElement): void {
  const fields = APPEARANCE_KINDS.map((kind) => {
    const set = (value: string) => setAppearance(kind, value);
    const label = texts.appearance.labels[kind];
    return radios(kind, label, appearanceChoices(kind), appearanceOf(kind), set);
  });
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

/** Shows what the keys and the mouse do. */
export async function showHelp(): Promise<void> {
  await loadStyle('lists.css');
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
  await showDialog<null>(texts.help, (close) => [
    el('table', { class: 'keys' }, el('tbody', {}, ...helpTexts.keys.map(row))),
    el('h3', {}, helpTexts.mouseTitle),
    el('ul', { class: 'hints' }, ...helpTexts.mouse.map((text) => el('li', {}, text))),
    dialogButtons(button(texts.close, () => close(null), { class: 'plain primary' })),
  ]);
}
