import { useLayoutEffect } from 'react';
import { wait } from '../platform/wait';

/** By then the browser has taken the focus from what is gone. */
const GONE_MS = 10;

/**
 * Gives the focus back to what had it before a dialog opened; to the page's content where that is gone, a row that was
 * deleted, say. The dialogs' own way back knows only dialogs that were mounted closed.
 */
export function useFocusReturn(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const before = document.activeElement;
    return () => void giveBack(before, document.activeElement);
  }, [opened]);
}

async function giveBack(before: Element | null, atClose: Element | null): Promise<void> {
  await wait(GONE_MS);
  const now = document.activeElement;
  if (now !== null && now !== document.body && now !== atClose) return;
  const target = before?.isConnected === true ? before : document.querySelector('main');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
