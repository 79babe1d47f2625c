import { Text } from '@mantine/core';
import { FormDialog } from '../../ui/FormDialog';

interface ConfirmCancelProps {
  readonly opened: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before a running transfer is cancelled. */
export function ConfirmCancel({ opened, onConfirm, onClose }: ConfirmCancelProps) {
  const confirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <FormDialog
      title="Are you sure?"
      opened={opened}
      onClose={onClose}
      submitLabel="Confirm"
      destructive
      pending={false}
      onSubmit={confirm}
    >
      <Text size="sm">Please confirm to cancel the ongoing process</Text>
    </FormDialog>
  );
}
