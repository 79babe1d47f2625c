import { Text } from '@mantine/core';
import { FormDialog } from '../../ui/FormDialog';
import { Name } from '../../ui/Name';
import { metadataWords } from './metadataWords';

interface LeaveDialogProps {
  readonly title: string;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asks before changes are left that nobody has saved. */
export function LeaveDialog({ title, onLeave, onStay }: LeaveDialogProps) {
  return (
    <FormDialog
      title={metadataWords.leaveWithoutSaving}
      opened
      onClose={onStay}
      submitLabel={metadataWords.leave}
      destructive
      pending={false}
      onSubmit={onLeave}
    >
      <Text size="sm">
        {metadataWords.whatLeavingMeans.before}
        <Name>{title}</Name>
        {metadataWords.whatLeavingMeans.after}
      </Text>
    </FormDialog>
  );
}
