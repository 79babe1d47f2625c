import { startTransition, useEffect, useReducer, useRef, type Dispatch } from 'react';
import type { FoundBatch } from '../../platform/reading/readFiles';
import { choiceReducer, EMPTY_CHOICE, type Choice, type ChoiceEvent } from './choice';

interface ChosenFiles {
  readonly choice: Choice;
  readonly dispatch: Dispatch<ChoiceEvent>;
  /** Adds files batch by batch. */
  readonly add: (batches: AsyncIterable<FoundBatch>) => void;
}

/**
 * Returns the chosen files of an upload screen. Files are added while they are read, in transitions because each batch
 * rechecks all rows. Reading stops when the screen unmounts.
 */
export function useChoice(): ChosenFiles {
  const [choice, dispatch] = useReducer(choiceReducer, EMPTY_CHOICE);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const add = (batches: AsyncIterable<FoundBatch>) => {
    const read = async () => {
      dispatch({ type: 'readingStarted' });
      for await (const { found, unreadable } of batches) {
        if (!isMounted.current) return;
        startTransition(() => dispatch({ type: 'filesAdded', found, unreadable }));
      }
      startTransition(() => dispatch({ type: 'readingEnded' }));
    };
    void read();
  };
  return { choice, dispatch, add };
}
