import { Progress, Text } from '@mantine/core';
import { nameInText, shownName } from '@data-manager/domain/names/shownName';
import { formatCount } from '@data-manager/lib/formatNumber';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { counted } from '@data-manager/lib/plural';
import type { ChangeProgress, RefusedFile } from '../api/useFileChanges';

/** Returns the display name of the file with a key. */
export function fileNameOf(key: string): string {
  return shownName(lastSegment(key));
}

/**
 * Describes what was done: `3 files deleted.` or `2 of 3 files restored. a.tif: A file with this name already exists.`
 */
export function outcomeText(
  verb: 'deleted' | 'restored' | 'renamed',
  done: number,
  total: number,
  refused: readonly RefusedFile[],
): string {
  const count = done === total ? counted(done, 'file') : `${formatCount(done)} of ${counted(total, 'file')}`;
  const [first] = refused;
  const reason = first === undefined ? '' : ` ${nameInText(lastSegment(first.key))}: ${first.reason}`;
  return `${count} ${verb}.${reason}`;
}

/** The progress of a change that takes several requests. */
export function ChangeProgressBar({ progress }: { readonly progress: ChangeProgress | undefined }) {
  if (progress === undefined || progress.done === 0) return null;
  const { done, total } = progress;
  return (
    <div>
      <Progress value={(100 * done) / total} aria-label="Files changed so far" />
      <Text size="xs" c="dimmed" mt={4}>
        {`${formatCount(done)} of ${counted(total, 'file')}`}
      </Text>
    </div>
  );
}
