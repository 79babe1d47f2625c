import { useFileChanges } from '../api/useFileChanges';
import { usePorts } from '../platform/portsContext';
import { outcomeText } from './ChangeOutcome';

/** Returns a function that restores deleted files, or the files that an act has deleted or replaced, and says how many are restored, even after the component has unmounted. */
export function useRestoreFiles(): (keys: readonly string[], act?: string) => Promise<void> {
  const { toast } = usePorts();
  const { restore } = useFileChanges();
  return async (keys, act) => {
    const { done, refused } = await restore(keys, act);
    const isComplete = done.length === keys.length;
    toast(outcomeText('restored', done.length, keys.length, refused), isComplete ? 'success' : 'warning');
  };
}
