import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { ADDRESS_REST_MS } from '../domain/constants';

/**
 * A text field over a value that is slow to change: it shows each stroke at once, tells the text when the fingers rest,
 * and takes over a value that comes from elsewhere (the back button, say). `settle` tells it at once: whoever leaves the
 * field, for a link say, must not be called back by what they typed before.
 *
 * @param tell makes the text the value
 */
export function useDraft(value: string, tell: (text: string) => void) {
  const [text, setText] = useState(value);
  // A ref, since it has to be there before the values come back: whoever types on must not be overtaken by any of them.
  const told = useRef<readonly string[]>([value]);
  const tellLater = useDebouncedCallback((typed: string) => {
    told.current = [...told.current, typed];
    tell(typed);
  }, ADDRESS_REST_MS);
  useEffect(() => {
    const back = told.current.lastIndexOf(value);
    told.current = back < 0 ? [value] : told.current.slice(back);
    if (back >= 0) return;
    tellLater.cancel();
    setText(value);
  }, [value, tellLater]);
  const type = (typed: string) => {
    setText(typed);
    tellLater(typed);
  };
  return { text, type, settle: tellLater.flush };
}
