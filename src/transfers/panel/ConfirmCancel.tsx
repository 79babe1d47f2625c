import { Text } from '@mantine/core';
import { FormDialog } from '../../ui/FormDialog';
import { uiWords } from '../../ui/uiWords';
import { panelWords } from './panelWords';

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
      title={uiWords.areYouSure}
      opened={opened}
      onClose={onClose}
      submitLabel={uiWords.confirm}
      destructive
      pending={false}
      onSubmit={confirm}
    >
      <Text size="sm">{panelWords.confirmCancel}</Text>
    </FormDialog>
  );
}
