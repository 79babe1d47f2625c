import { startTransition, useCallback, useEffect, useReducer, useRef, type Dispatch } from 'react';
import type { FoundBatch } from '../../platform/readFiles';
import { choiceReducer, EMPTY_CHOICE, type Choice, type ChoiceEvent } from './choiceReducer';

interface ChoiceInHand {
  readonly choice: Choice;
  readonly tell: Dispatch<ChoiceEvent>;
  /** Takes in what was chosen, batch by batch. */
  readonly take: (batches: AsyncIterable<FoundBatch>) => void;
}

/**
 * The choice of files on an upload screen. Files come in as they are read, each batch drawn bit by bit, since all rows are
 * judged anew with it; nothing is read on once the screen is left.
 */
export function useChoice(): ChoiceInHand {
  const [choice, tell] = useReducer(choiceReducer, EMPTY_CHOICE);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const take = useCallback((batches: AsyncIterable<FoundBatch>) => {
    const read = async () => {
      tell({ type: 'readingBegan' });
      for await (const { found, unreadable } of batches) {
        if (!isShown.current) return;
        startTransition(() => tell({ type: 'filesFound', found, unreadable }));
      }
      startTransition(() => tell({ type: 'readingEnded' }));
    };
    void read();
  }, []);
  return { choice, tell, take };
}
