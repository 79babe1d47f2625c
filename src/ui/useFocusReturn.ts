import { useLayoutEffect, type RefObject } from 'react';
import { wait } from '../platform/wait';

/** By then the browser has taken the focus from what is gone. */
const GONE_MS = 10;

/**
 * Gives the focus back to what had it before a dialog opened; to the page's content where that is gone, a row that was
 * deleted, say. The dialogs' own way back knows only dialogs that were mounted closed.
 *
 * @param opener what opened it, where that may lose the focus before: a button that is disabled while code comes
 */
export function useFocusReturn(opened: boolean, opener?: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const before = opener?.current ?? document.activeElement;
    return () => void giveBack(before, document.activeElement);
  }, [opened, opener]);
}

async function giveBack(before: Element | null, atClose: Element | null): Promise<void> {
  await wait(GONE_MS);
  const now = document.activeElement;
  if (now !== null && now !== document.body && now !== atClose) return;
  const target = before?.isConnected === true ? before : document.querySelector('main');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
