import { Group, Skeleton } from '@mantine/core';
import { SkeletonRows } from '../ui/SkeletonRows';
import classes from './DatasetScreen.module.css';

/** The outline of a dataset's files and of what is told about it, while the first of them are on their way. */
export function DatasetOutline() {
  return (
    <div className={classes.columns}>
      <div className={classes.aside} aria-hidden>
        <Skeleton className={classes.picture ?? ''} />
      </div>
      <div className={classes.files}>
        <Group gap="xs" mb="sm" aria-hidden>
          <Skeleton height={30} width={118} />
          <Skeleton height={30} width={98} />
        </Group>
        <SkeletonRows count={10} />
      </div>
    </div>
  );
}
