/** Light or dark colours: those of the system, or as chosen here. */
import { texts } from './texts.ts';

type Theme = 'auto' | 'light' | 'dark';

const KEY = 'refrain-theme';
const NEXT: Record<Theme, Theme> = { auto: 'light', light: 'dark', dark: 'auto' };

const isTheme = (value: unknown): value is Theme =>
  value === 'auto' || value === 'light' || value === 'dark';

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return isTheme(stored) ? stored : 'auto';
  } catch {
    return 'auto';
  }
}

/** Applies the stored choice; the button in the header changes it. */
export function installTheme(): void {
  const button = document.getElementById('theme')!;
  let theme = storedTheme();
  const apply = () => {
    document.documentElement.dataset.theme = theme;
    button.setAttribute('aria-label', texts.theme[theme]);
    button.title = texts.theme[theme];
  };
  apply();
  button.addEventListener('click', () => {
    theme = NEXT[theme];
    apply();
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // Storage may be blocked: the choice applies to this visit only.
    }
  });
}
