import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { ADDRESS_REST_MS } from '@data-manager/domain/constants';

/**
 * Returns the state of a text field whose value changes slowly. Shows each keystroke immediately, commits the text when
 * typing pauses, and adopts values from elsewhere, such as the back button. `flush` commits immediately, so that a
 * pending commit does not undo a navigation.
 *
 * @param commit sets the value
 * @param valueOf returns the value that a text gives
 */
export function useDraft(value: string, commit: (text: string) => void, valueOf = (text: string) => text) {
  const [text, setText] = useState(value);
  // Own commits that have not been returned as the value yet. They must not overwrite text typed since.
  const committed = useRef<readonly string[]>([value]);
  const commitLater = useDebouncedCallback((typed: string) => {
    const next = valueOf(typed);
    // A text without another value would only add to the history of the browser.
    if (next === committed.current.at(-1)) return;
    committed.current = [...committed.current, next];
    commit(typed);
  }, ADDRESS_REST_MS);
  useEffect(() => {
    const index = committed.current.lastIndexOf(value);
    committed.current = index < 0 ? [value] : committed.current.slice(index);
    if (index >= 0) return;
    commitLater.cancel();
    setText(value);
  }, [value, commitLater]);
  const type = (typed: string) => {
    setText(typed);
    commitLater(typed);
  };
  return { text, type, flush: commitLater.flush };
}
