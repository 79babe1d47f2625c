import { Group, Text } from '@mantine/core';
import { useSelector } from 'react-redux';
import type { Arrivals } from '@data-manager/domain/uploads/arrivals';
import { holdText } from '@data-manager/domain/uploads/uploadHold';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { counted } from '@data-manager/lib/plural';
import { selectUploadHold } from '../transfers/uploads/uploadsSelectors';
import { EmptyState } from '../ui/EmptyState';
import { WrappedPath } from '../ui/Name';

/** The number of files to name; the panel lists all of them. */
const NAMED = 8;

interface ArrivingFilesProps extends Pick<Arrivals, 'sending' | 'arrived'> {
  /** `sponsor/project[/dataset]` */
  readonly path: string;
}

/** Replaces an empty list while its first files are uploaded. Counts the files in the queue as the queue and the map do. */
export function ArrivingFiles({ path, sending, arrived }: ArrivingFilesProps) {
  const hold = useSelector(selectUploadHold);
  const isSending = sending.length > 0;
  const files = isSending ? sending : arrived;
  const state = !isSending ? 'uploaded' : hold === undefined ? 'on the way' : 'waiting';
  const more = files.length - NAMED;
  return (
    <EmptyState
      title={`${counted(files.length, 'file')} ${state}`}
      hint={
        <>
          {isSending && hold !== undefined && <span>{`${holdText(hold)}. `}</span>}
          <span>
            {isSending && arrived.length > 0
              ? `${counted(arrived.length, 'uploaded file')} will appear here within seconds.`
              : 'Uploaded files appear here within seconds.'}
          </span>
        </>
      }
      action={
        <Text
          component="ul"
          size="xs"
          ta="start"
          style={{ listStyle: 'none' }}
          aria-label={isSending ? 'Files in the queue' : 'Uploaded files'}
        >
          {files.slice(0, NAMED).map(({ key, size }) => (
            <Group key={key} component="li" justify="space-between" wrap="nowrap" align="flex-start">
              <WrappedPath>{key.slice(path.length + 1)}</WrappedPath>
              <Text span inherit c="dimmed" flex="none" translate="no">
                {formatBytes(size)}
              </Text>
            </Group>
          ))}
          {more > 0 && <Text component="li" inherit c="dimmed">{`and ${counted(more, 'more file')}`}</Text>}
        </Text>
      }
    />
  );
}
