import { useEffect } from 'react';
import { PART_NOT_LOADED_WORDS } from '../domain/failureWords';
import { usePorts } from '../platform/portsContext';
import type { FormModalProps } from './FormModal';
import { createLatePart } from './latePart';
import { useFocusReturn } from './useFocusReturn';

const useFormModal = createLatePart(() =>
  import(/* webpackPrefetch: true */ './FormModal').then((module) => module.FormModal),
);

/** A modal with a small form, whose code comes with the first of them. Where it does not come, the page stays as it is. */
export function FormDialog(props: FormModalProps) {
  const { toast } = usePorts();
  const { opened, onClose } = props;
  useFocusReturn(opened);
  const { Part, failure } = useFormModal();
  useEffect(() => {
    if (failure === undefined) return;
    toast(PART_NOT_LOADED_WORDS, 'error');
    onClose();
  }, [failure, toast, onClose]);
  return Part === undefined ? null : <Part {...props} />;
}
