/** Modal dialogs: shown until they are answered or dismissed by Escape. */
import { button, type Child, el, liveRegions, present } from './dom.ts';
import { texts } from './texts.ts';

/**
 * Shows a dialog until it is closed; resolves to the argument of `close`, or to what `onDismiss` returns
 * if the dialog is dismissed by Escape. Resolves to null at once if it is open already: a second click may come
 * while what a dialog needs is fetched.
 */
export function showDialog<T>(
  title: string,
  build: (close: (value: T | null) => void) => Child[],
  onDismiss: () => T | null = () => null,
): Promise<T | null> {
  const open = [...document.querySelectorAll('dialog[open]')];
  if (open.some((dialog) => dialog.getAttribute('aria-label') === title))
    return Promise.resolve(null);
  return new Promise((resolve) => {
    let answer: T | null = null;
    const close = (value: T | null) => {
      answer = value;
      dialog.close();
    };
    // `aria-label`, not a reference to the heading by id: one dialog may open another.
    const dialog = el('dialog', { 'aria-label': title }, el('h2', {}, title));
    dialog.append(...present(build(close)), ...liveRegions());
    dialog.addEventListener('cancel', () => {
      answer = onDismiss();
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
    // It has scrolled to the button that has the focus, which may be at the end of a long text.
    dialog.scrollTop = 0;
  });
}

/** The buttons at the end of a dialog. */
export const dialogButtons = (...buttons: HTMLElement[]): HTMLElement =>
  el('div', { class: 'dialog-buttons' }, ...buttons);

/** The form of a dialog: its fields, and the buttons that cancel it and, with the text `label`, submit it. */
export function dialogForm(
  close: (value: null) => void,
  label: string,
  onSubmit: () => void,
  ...fields: HTMLElement[]
): HTMLFormElement {
  const submit = (event: Event) => {
    event.preventDefault();
    onSubmit();
  };
  const buttons = dialogButtons(
    button(texts.cancel, () => close(null)),
    el('button', { type: 'submit', class: 'plain primary' }, label),
  );
  return el('form', { class: 'form', submit }, ...fields, buttons);
}

/** Closes a dialog, as Escape does. */
export function dismiss(dialog: HTMLDialogElement): void {
  dialog.dispatchEvent(new Event('cancel'));
  dialog.close();
}

/** Closes all dialogs and popovers, as Escape does. */
export function dismissAll(): void {
  document.querySelectorAll('dialog').forEach(dismiss);
  for (const popover of document.querySelectorAll<HTMLElement>(':popover-open')) {
    popover.hidePopover();
  }
}

/** Asks a question with the answer `yes`; false if it is cancelled or dismissed, or closed by `signal`. */
export async function confirm(
  question: string,
  yes: string,
  signal: AbortSignal,
): Promise<boolean> {
  const answer = await showDialog<true>(question, (close) => {
    signal.addEventListener('abort', () => close(null));
    return [
      dialogButtons(
        button(texts.cancel, () => close(null)),
        button(yes, () => close(true), { class: 'plain primary' }),
      ),
    ];
  });
  return answer === true;
}
