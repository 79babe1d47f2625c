import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { nameInText } from '@data-manager/domain/names/shownName';
import { usePorts } from '../platform/portsContext';
import type { FoundBatch } from '../platform/reading/readFiles';
import { DropArea } from '../ui/DropArea';
import { FilePicker } from '../ui/FilePicker';

interface UploadButtonProps {
  readonly to: string;
  readonly isPrimary: boolean;
  readonly label?: string;
}

/** Opens an upload screen. */
export function UploadButton({ to, isPrimary, label }: UploadButtonProps) {
  const navigate = useNavigate();
  return (
    <Button
      size="xs"
      variant={isPrimary ? 'filled' : 'default'}
      {...(label === undefined && { 'aria-keyshortcuts': 'u' })}
      leftSection={<IconUpload size={16} aria-hidden />}
      onClick={() => void navigate(to)}
    >
      {label ?? 'Upload'}
    </Button>
  );
}

interface DropToUploadProps {
  /** Title of the project or dataset. */
  readonly name: string;
  /** Path of its upload screen. */
  readonly to: string;
}

/** Accepts files dropped anywhere on the page, and opens the upload screen with them. */
export function DropToUpload({ name, to }: DropToUploadProps) {
  return <DropArea hint={`Drop to upload into ${nameInText(name)}`} onDropped={useOpenUpload(to)} />;
}

/** Chooses the first files of a dataset, and opens the upload screen with them. */
export function ChooseToUpload({ to }: Pick<DropToUploadProps, 'to'>) {
  return <FilePicker isCompact prompt="Drop files anywhere, or:" onChosen={useOpenUpload(to)} />;
}

/** Returns a function that opens an upload screen with files. */
export function useOpenUpload(to: string) {
  const { dropped } = usePorts();
  const navigate = useNavigate();
  return (batches: AsyncIterable<FoundBatch>) => {
    dropped.hold(batches);
    void navigate(to);
  };
}
