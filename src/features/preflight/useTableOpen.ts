import { startTransition, useEffect, type Dispatch } from 'react';
import { needsDecision, type listCards } from '@data-manager/domain/preflight/worklist';
import type { CheckedRow } from './rows';

/** Up to this many files, the table is open from the start. */
const SMALL_CHOICE = 50;

/** Whether the table is open, for the files chosen so far. */
export interface TableOpening {
  /** Changes when files are added. */
  readonly choiceId: number;
  readonly isOpen: boolean;
}

interface ShownChoice {
  readonly rows: readonly CheckedRow[];
  readonly cards: ReturnType<typeof listCards>;
  /** Changes when files are added. */
  readonly choiceId: number;
  readonly isChecked: boolean;
  /** Undefined until the first files are checked. */
  readonly opened: TableOpening | undefined;
  readonly setOpened: Dispatch<TableOpening>;
}

/**
 * Returns whether the table of all files is open, and a function that opens and closes it. It opens by itself if the files are
 * few or need no decision. What the first check of the files decides holds until the user changes it or adds files.
 */
export function useTableOpen({ rows, cards, choiceId, isChecked, opened, setOpened }: ShownChoice) {
  const isFirstCheck = isChecked && opened?.choiceId !== choiceId;
  const opensItself = isFirstCheck && (rows.length <= SMALL_CHOICE || !cards.some(needsDecision));
  const isOpen = opensItself || opened?.isOpen === true;
  useEffect(() => {
    if (isFirstCheck) setOpened({ choiceId, isOpen });
  }, [isFirstCheck, choiceId, isOpen, setOpened]);
  // In short tasks, since the table may have ten thousand rows.
  const setOpen = (next: boolean) => startTransition(() => setOpened({ choiceId, isOpen: next }));
  return [isOpen, setOpen] as const;
}
