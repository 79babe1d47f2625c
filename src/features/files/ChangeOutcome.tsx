import { List, Progress, Text } from '@mantine/core';
import { shownName } from '../../domain/names/shownName';
import { formatCount } from '../../lib/formatNumber';
import { counted } from '../../lib/plural';
import { Name } from '../../ui/Name';
import classes from './files.module.css';
import type { ChangeProgress, RefusedFile } from './useFileChanges';

function fileName(key: string): string {
  return shownName(key.slice(key.lastIndexOf('/') + 1));
}

/** Says what was done: `3 files deleted.` or `2 of 3 files restored. a.tif: A file with this name already exists.` */
export function outcomeText(
  verb: 'deleted' | 'restored' | 'renamed',
  done: number,
  total: number,
  refused: readonly RefusedFile[],
): string {
  const count = done === total ? counted(done, 'file') : `${formatCount(done)} of ${counted(total, 'file')}`;
  const [first] = refused;
  const reason = first === undefined ? '' : ` ${fileName(first.key)}: ${first.reason}`;
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

/** The files that the server did not change, each with its reason. */
export function RefusedFiles({ title, refused }: { readonly title: string; readonly refused: readonly RefusedFile[] }) {
  return (
    <div role="alert">
      <Text size="sm">{title}</Text>
      <List size="sm" mt={4} className={classes.refused ?? ''}>
        {refused.map(({ key, reason }) => (
          <List.Item key={key}>
            <strong>
              <Name>{fileName(key)}</Name>
            </strong>
            {`: ${reason}`}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
