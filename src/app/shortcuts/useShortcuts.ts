import { useEffect } from 'react';
import { SHORTCUTS } from './shortcuts';

/**
 * Lets single keys stand for controls of the page, but where text is typed and while a dialog is open. Single letters can
 * be pressed by speech or by mistake, so they can be switched off (WCAG 2.1.4).
 */
export function useShortcuts(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (!SHORTCUTS.some(({ key }) => key === event.key) || isTyping(event.target)) return;
      if (document.querySelector('[role=dialog]') !== null) return;
      const control = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${event.key}"]:not(:disabled)`);
      if (control === null) return;
      event.preventDefault();
      control.focus();
      if (!(control instanceof HTMLInputElement)) control.click();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn]);
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'range'].includes(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select'));
}
