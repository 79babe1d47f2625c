import { useWindowEvent } from '@mantine/hooks';
import { hasModifier } from '../../ui/hasModifier';

/** The app's single-key shortcuts, in display order. A control declares its shortcut in `aria-keyshortcuts`. */
export const SHORTCUTS = [
  { key: '/', action: 'Search the list' },
  { key: 'n', action: 'New project or dataset' },
  { key: 'u', action: 'Upload to this project or dataset' },
  { key: 't', action: 'Collapse or expand the transfers' },
  { key: 'h', action: 'Transfer history' },
  { key: '?', action: 'Keyboard shortcuts' },
] as const;

/**
 * Activates the control of a shortcut when its key is pressed, except in text fields and while a dialog is open. Speech
 * input and typing mistakes can trigger single letters, so the user can turn them off (WCAG 2.1.4).
 */
export function useShortcuts(isEnabled: boolean): void {
  useWindowEvent('keydown', (event) => {
    if (!isEnabled || event.defaultPrevented || hasModifier(event)) return;
    if (!SHORTCUTS.some(({ key }) => key === event.key) || isTextInput(event.target)) return;
    if (document.querySelector('[role=dialog]') !== null) return;
    const control = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${event.key}"]:not(:disabled)`);
    if (control === null) return;
    event.preventDefault();
    control.focus();
    if (!(control instanceof HTMLInputElement)) control.click();
  });
}

function isTextInput(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'range'].includes(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select'));
}
