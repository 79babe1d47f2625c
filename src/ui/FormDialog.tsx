import { lazy, Suspense } from 'react';
import type { FormModalProps } from './FormModal';

const FormModal = lazy(() =>
  import(/* webpackPrefetch: true */ './FormModal').then((module) => ({ default: module.FormModal })),
);

/** A modal with a small form, whose code comes with the first of them. */
export function FormDialog(props: FormModalProps) {
  return (
    <Suspense fallback={null}>
      <FormModal {...props} />
    </Suspense>
  );
}
