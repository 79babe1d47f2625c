import { Group, Skeleton } from '@mantine/core';
import { SkeletonRows } from '../ui/SkeletonRows';

/** The outline of a dataset's files and of what can be done with them, while the first of them are on their way. */
export function FilesOutline({ className }: { readonly className: string | undefined }) {
  return (
    <div className={className}>
      <Group gap="xs" mb="sm" aria-hidden>
        <Skeleton height={30} width={118} />
        <Skeleton height={30} width={98} />
      </Group>
      <SkeletonRows count={10} />
    </div>
  );
}
