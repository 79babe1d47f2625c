import { useCallback, useEffect, useReducer, useRef, useState, type Dispatch } from 'react';
import type { FoundBatch } from '../../platform/readFiles';
import { choiceReducer, EMPTY_CHOICE, type Choice, type ChoiceEvent } from './choiceReducer';

interface ChoiceInHand {
  readonly choice: Choice;
  readonly tell: Dispatch<ChoiceEvent>;
  /** More of what was chosen is still to come. */
  readonly isReading: boolean;
  /** Takes in what was chosen, batch by batch. */
  readonly take: (batches: AsyncIterable<FoundBatch>) => void;
}

/** The choice of files on an upload screen. Files come in as they are read; nothing is read on once the screen is left. */
export function useChoice(): ChoiceInHand {
  const [choice, tell] = useReducer(choiceReducer, EMPTY_CHOICE);
  const [readings, setReadings] = useState(0);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const take = useCallback((batches: AsyncIterable<FoundBatch>) => {
    const read = async () => {
      setReadings((count) => count + 1);
      for await (const { found, unreadable } of batches) {
        if (!isShown.current) return;
        tell({ type: 'filesFound', found, unreadable });
      }
      setReadings((count) => count - 1);
    };
    void read();
  }, []);
  return { choice, tell, isReading: readings > 0, take };
}
