import { Text } from '@mantine/core';
import { FormDialog } from '../../ui/FormDialog';

interface SealDialogProps {
  readonly onStart: () => void;
  readonly onClose: () => void;
}

/** Says what a seal is before the job starts. */
export function SealDialog({ onStart, onClose }: SealDialogProps) {
  const start = () => {
    onClose();
    onStart();
  };
  return (
    <FormDialog title="Seal dataset" opened onClose={onClose} submitLabel="Start" pending={false} onSubmit={start}>
      <Text size="sm">
        The server signs the SHA-256 of every file, together with the metadata and the receipts. Nothing is copied or
        locked.
      </Text>
      <Text size="sm">
        Archives and downloads of the whole dataset contain the seal. Its page verify.html checks it on any computer,
        without a network. A later change breaks the seal.
      </Text>
    </FormDialog>
  );
}
