import { useLayoutEffect, type RefObject } from 'react';
import { wait } from '../platform/wait';

/** Time after which the browser has moved the focus away from a removed element. */
const BLUR_MS = 10;

/**
 * Returns the focus to the previously focused element when a dialog closes, or to the main content if that element no
 * longer exists. Mantine returns the focus only for dialogs that are mounted before they open.
 *
 * @param opener the element that opened the dialog, if it may lose the focus before, for example a button that is disabled
 *   while a chunk loads
 */
export function useFocusReturn(opened: boolean, opener?: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const focused = document.activeElement;
    const before = focused === document.body ? (opener?.current ?? focused) : focused;
    return () => void returnFocus(before, document.activeElement);
  }, [opened, opener]);
}

async function returnFocus(before: Element | null, atClose: Element | null): Promise<void> {
  await wait(BLUR_MS);
  const now = document.activeElement;
  if (now !== null && now !== document.body && now !== atClose) return;
  const target = before?.isConnected === true ? before : document.querySelector('main');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
