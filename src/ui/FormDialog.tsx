import type { FormModalProps } from './FormModal';
import { lazyPopup } from './lazyWithRetry';
import { useFocusReturn } from './useFocusReturn';

const FormModal = lazyPopup(() => import(/* webpackPrefetch: true */ './FormModal').then((module) => module.FormModal));

/** A modal with a small form, in a chunk of its own. Closing it returns the focus to the element that had it before. */
export function FormDialog(props: FormModalProps) {
  useFocusReturn(props.opened);
  return <FormModal {...props} />;
}
