import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormDialog } from './FormDialog';

interface ConfirmDialogProps {
  /** `Are you sure?` where nothing else is said. */
  readonly title?: string;
  /** The button that does it: `Confirm` where nothing else is said. */
  readonly confirmLabel?: string;
  readonly opened: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What confirming means. */
  readonly children: ReactNode;
}

/** Asks before something is lost. It is closed before that is done. */
export function ConfirmDialog({ title, confirmLabel, onConfirm, children, ...dialog }: ConfirmDialogProps) {
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
      <Text size="sm">{children}</Text>
    </FormDialog>
  );
}
