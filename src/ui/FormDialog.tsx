import type { FormModalProps } from './FormModal';
import { lateDialog } from './lateDialog';
import { useFocusReturn } from './useFocusReturn';

const FormModal = lateDialog(() =>
  import(/* webpackPrefetch: true */ './FormModal').then((module) => module.FormModal),
);

/** A modal with a small form, whose code comes with the first of them. The focus goes back to what had it before. */
export function FormDialog(props: FormModalProps) {
  useFocusReturn(props.opened);
  return <FormModal {...props} />;
}
