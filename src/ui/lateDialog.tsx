import { useEffect, type ComponentType } from 'react';
import { PART_NOT_LOADED_WORDS } from '../domain/failureWords';
import { usePorts } from '../platform/portsContext';
import { createLatePart } from './latePart';

/** A dialog whose code comes with the first of its kind. Where it does not come, a toast says so and the page stays as it is. */
export function lateDialog<Props extends { readonly onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const useDialog = createLatePart(load);
  return function LateDialog(props: Props) {
    const { toast } = usePorts();
    const { onClose } = props;
    const { Part, failure } = useDialog();
    useEffect(() => {
      if (failure === undefined) return;
      toast(PART_NOT_LOADED_WORDS, 'error');
      onClose();
    }, [failure, toast, onClose]);
    return Part === undefined ? null : <Part {...props} />;
  };
}
