import { useEffect, useRef, useState } from 'react';

/**
 * Prepares a menu whose code has loaded after a click on the button that it replaces. The menu opens once its own button has the
 * focus: on opening, it stores the focused element, to which it returns the focus on close.
 */
export function useLateMenu(opened: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    button.current?.focus();
    setIsReady(true);
  }, []);
  return {
    button,
    opened: opened && isReady,
    /** Focuses the button before a menu item opens a dialog: on close, the dialog can't return the focus to the item, which is gone. */
    refocus: () => button.current?.focus(),
  };
}
