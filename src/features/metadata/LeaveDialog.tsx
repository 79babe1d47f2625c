import { Text } from '@mantine/core';
import { FormDialog } from '../../ui/FormDialog';
import { Name } from '../../ui/Name';

interface LeaveDialogProps {
  readonly title: string;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asks before changes are left that nobody has saved. */
export function LeaveDialog({ title, onLeave, onStay }: LeaveDialogProps) {
  return (
    <FormDialog
      title="Leave without saving?"
      opened
      onClose={onStay}
      submitLabel="Leave"
      destructive
      pending={false}
      onSubmit={onLeave}
    >
      <Text size="sm">
        What you changed in the metadata of <Name>{title}</Name> is not saved. If you leave, it is lost.
      </Text>
    </FormDialog>
  );
}
