import { List, Text } from '@mantine/core';
import { useState } from 'react';
import { totalBytes, type FileEntry } from '@data-manager/domain/listing/fileListing';
import { nameInText } from '@data-manager/domain/names/shownName';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { counted, plural } from '@data-manager/lib/plural';
import { useFeature } from '../api/configuration';
import { useFileChanges, type ChangeResult } from '../api/useFileChanges';
import { usePorts } from '../platform/portsContext';
import { FormDialog } from '../ui/FormDialog';
import { FileName } from '../ui/Name';
import { ChangeProgressBar, fileNameOf, outcomeText } from './ChangeOutcome';
import { notFoundText } from './notFoundText';
import { RestoreNotice } from './RestoreNotice';
import { useRestoreFiles } from './useRestoreFiles';

/** Further names are not shown: the dialog has their number. */
const MAX_NAMES = 5;

interface DeleteFilesDialogProps {
  readonly files: readonly Pick<FileEntry, 'key' | 'size'>[];
  /** Called after the files were deleted. */
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation, deletes files, and offers to undo it. */
export function DeleteFilesDialog({ files, onDeleted, onClose }: DeleteFilesDialogProps) {
  const { toast } = usePorts();
  const canRestore = useFeature('files.restore');
  const { progress, deleteFiles } = useFileChanges();
  const restore = useRestoreFiles();
  const [error, setError] = useState<ChangeResult<string>['error']>();
  const remove = async () => {
    setError(undefined);
    const result = await deleteFiles(files.map(({ key }) => key));
    const { done } = result;
    setError(result.error);
    if (result.error !== undefined && done.length === 0) return;
    const [only] = files;
    const isComplete = done.length === files.length;
    const text =
      only !== undefined && files.length === 1 && isComplete
        ? `File “${nameInText(lastSegment(only.key))}” deleted.`
        : outcomeText('deleted', done.length, files.length, result.refused);
    const severity = isComplete ? 'success' : 'warning';
    const [path] = done;
    if (!canRestore || path === undefined) toast(text, severity);
    else toast(text, severity, { label: 'Undo', run: () => void restore(done), path });
    if (result.error === undefined) onDeleted();
  };
  return (
    <FormDialog
      title="Delete files"
      onClose={onClose}
      submitLabel="Delete"
      destructive
      pending={progress !== undefined}
      problem={notFoundText(error)}
      onSubmit={() => void remove()}
    >
      {files.length > MAX_NAMES ? (
        <Text size="sm">
          <strong>{`${counted(files.length, 'file')} (${formatBytes(totalBytes(files))})`}</strong> will be deleted.
        </Text>
      ) : (
        <div>
          <Text size="sm">{`${plural(files.length, 'This file', 'These files')} (${formatBytes(totalBytes(files))}) will be deleted:`}</Text>
          <List size="sm" mt={4}>
            {files.map((file) => (
              <List.Item key={file.key}>
                <strong>
                  <FileName>{fileNameOf(file.key)}</FileName>
                </strong>
              </List.Item>
            ))}
          </List>
        </div>
      )}
      {canRestore && <RestoreNotice what={files.length === 1 ? 'it' : 'them'} />}
      <ChangeProgressBar progress={progress} />
    </FormDialog>
  );
}
