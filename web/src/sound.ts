/** The sounds of a game: which one belongs to a move, and whether they are on. */
import { readStored, writeStored } from './stored.ts';

export type Sound = 'move' | 'capture' | 'check' | 'end';

const KEY = 'refrain-sound';

let isOn = readStored(KEY, (value) => value !== false);

export const isSoundOn = (): boolean => isOn;

export function setSound(value: boolean): void {
  isOn = value;
  writeStored(KEY, value ? null : false);
}

/** The sound of a move, by its SAN. */
export function soundOf(san: string): Sound {
  if (/[+#]$/.test(san)) return 'check';
  return san.includes('x') ? 'capture' : 'move';
}

/** Plays a sound, unless sounds are off or the user has not yet touched the page. */
export function playSound(sound: Sound): void {
  // Browsers let a page make sounds only after a click or a key.
  if (!isOn || typeof AudioContext === 'undefined') return;
  if (navigator.userActivation?.hasBeenActive === false) return;
  import('./synthesizer.ts').then(({ synthesize }) => synthesize(sound)).catch(() => {});
}
