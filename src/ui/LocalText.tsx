import { useDeferredValue, useEffect } from 'react';

/** True once text has been formatted in the user's locale. */
let isFast = false;

/**
 * Text in the user's locale, for example a time. The first ones of a page appear right after the rest of the screen: the
 * browser takes as long to prepare the first format as React takes to render a list.
 */
export function LocalText({ children: format }: { readonly children: () => string }) {
  const isShown = useDeferredValue(true, isFast);
  useEffect(() => {
    isFast ||= isShown;
  }, [isShown]);
  return isShown && format();
}
