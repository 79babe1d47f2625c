import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FormModalProps } from './FormModal';
import { lazyPopup } from './lazyWithRetry';
import { useFocusReturn } from './useFocusReturn';

const FormModal = lazyPopup(() => import('./FormModal').then((module) => module.FormModal));

/** A modal with a small form, in a chunk of its own. Closing it returns the focus to the element that had it before. */
export function FormDialog(props: FormModalProps) {
  useFocusReturn(props.opened);
  return <FormModal {...props} />;
}

interface ConfirmDialogProps {
  /** Defaults to `Are you sure?`. */
  readonly title?: string;
  /** Defaults to `Confirm`. */
  readonly confirmLabel?: string;
  readonly opened: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** A second line about what changes and what is kept. */
  readonly detail?: string;
  /** The effect of the action. */
  readonly children: ReactNode;
}

/** Asks for confirmation before a destructive action. Closes before `onConfirm` is called. */
export function ConfirmDialog({ title, confirmLabel, detail, onConfirm, children, ...dialog }: ConfirmDialogProps) {
  const { onClose } = dialog;
  const confirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <FormDialog
      {...dialog}
      title={title ?? 'Are you sure?'}
      submitLabel={confirmLabel ?? 'Confirm'}
      destructive
      pending={false}
      onSubmit={confirm}
    >
      <div>
        <Text size="sm">{children}</Text>
        {detail !== undefined && (
          <Text size="sm" c="dimmed" mt={4}>
            {detail}
          </Text>
        )}
      </div>
    </FormDialog>
  );
}
