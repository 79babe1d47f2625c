import { startTransition, useEffect, useState } from 'react';
import { useStore } from 'react-redux';
import { counted } from '@data-manager/lib/plural';
import { usePorts } from '../../../platform/portsContext';
import type { FoundBatch } from '../../../platform/reading/readFiles';
import { draftKey } from '../../../session/drafts';
import { selectSessionOwner, type WithSession } from '../../../session/sessionSlice';
import { ChoiceDraft } from './choiceDraft';

/**
 * Returns the chosen files of an upload screen, also those from before the user left it. Files are added while they are read, in
 * transitions because each batch rechecks all rows.
 *
 * @param place `sponsor/project[/dataset]`
 */
export function useChoice(place: string) {
  const { heldDrafts, toast, closeToasts } = usePorts();
  const store = useStore<WithSession>();
  const subject = `upload/${place}`;
  const [draft] = useState(() => {
    const owner = selectSessionOwner(store.getState());
    const key = owner && draftKey(owner, subject);
    const held = key && heldDrafts.get(key);
    const kept = held instanceof ChoiceDraft ? held : new ChoiceDraft();
    if (key !== undefined) heldDrafts.set(key, kept);
    return kept;
  });
  const [choice, setChoice] = useState(draft.choice);
  useEffect(() => draft.showOn(setChoice), [draft]);
  const { dispatch } = draft;
  /** Adds files batch by batch. */
  const add = (batches: AsyncIterable<FoundBatch>) => {
    // After `Clear`, the new files replace the files that `Undo` would restore.
    closeToasts(({ path }) => path === subject);
    const read = async () => {
      dispatch({ type: 'readingStarted' });
      for await (const { found, unreadable } of batches)
        startTransition(() => dispatch({ type: 'filesAdded', found, unreadable }));
      startTransition(() => dispatch({ type: 'readingEnded' }));
    };
    void read();
  };
  const clear = () => {
    dispatch({ type: 'cleared' });
    const undo = { label: 'Undo', run: () => dispatch({ type: 'restored', choice }), path: subject };
    toast(`${counted(choice.rows.length, 'file')} cleared`, 'info', undo);
  };
  return { draft, choice, dispatch, add, clear };
}
