/** The buttons in the header: the archive, the keys, the settings. Their sheets are fetched when opened. */
import { notifyError } from './announce.ts';
import { iconButton } from './icons.ts';
import { texts } from './texts.ts';

type Sheets = typeof import('./sheets.ts');

const open = (show: (sheets: Sheets) => unknown): void => {
  import('./sheets.ts').then(show).catch(notifyError);
};

/** Shows what the keys and the mouse do. */
export const showHelp = (): void => open((sheets) => sheets.showHelp());

/** `onArchive` shows the games that were kept. */
export function installTools(onArchive: () => void): void {
  const settings = iconButton('settings', texts.settings, () =>
    open((sheets) => sheets.openSettings(settings)),
  );
  settings.setAttribute('aria-haspopup', 'dialog');
  const help = iconButton('help', texts.help, showHelp);
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
