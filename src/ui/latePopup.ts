import { useEffect } from 'react';
import { failureWords } from '../domain/failures/failureWords';
import { usePorts } from '../platform/portsContext';
import { createLatePart } from './latePart';

/**
 * Makes a hook for a part that opens over the page and whose code comes when it is first opened; it gives undefined till
 * then. Where the code does not come, a toast says so and the page stays as it is; the next opening tries again.
 */
export function createLatePopup<Part>(
  load: () => Promise<Part>,
): (isOpen: boolean, onClose: () => void) => Part | undefined {
  const useLatePart = createLatePart(load);
  return (isOpen, onClose) => {
    const { toast } = usePorts();
    const { Part, failure } = useLatePart(isOpen);
    useEffect(() => {
      if (!isOpen || failure === undefined) return;
      toast(failureWords.partNotLoaded, 'error');
      onClose();
    }, [isOpen, failure, toast, onClose]);
    return Part;
  };
}
