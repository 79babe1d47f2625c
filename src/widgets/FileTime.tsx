import { Text } from '@mantine/core';
import type { FileTimes } from '@data-manager/domain/listing/fileDate';
import { formatTime } from '@data-manager/lib/formatTime';

/** When a file was last changed or, if the server does not know, when it was uploaded. */
export function FileTime({ modified, lastModified }: FileTimes) {
  if (modified !== undefined) return <span title={`Uploaded ${formatTime(lastModified)}`}>{formatTime(modified)}</span>;
  return (
    <>
      <span>{formatTime(lastModified)}</span>
      {lastModified !== undefined && (
        <Text size="xs" c="dimmed" translate="yes" title="The server does not know the date of the file itself.">
          uploaded
        </Text>
      )}
    </>
  );
}
