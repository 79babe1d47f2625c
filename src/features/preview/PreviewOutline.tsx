import { Skeleton, Stack } from '@mantine/core';
import classes from './SectionPreview.module.css';

/** The outline of a preview that is on its way, about as high as it: what stands below must not jump. */
export function PreviewOutline({ channels }: { readonly channels: number }) {
  return (
    <Stack gap={6} aria-hidden>
      <Skeleton height={30} width="8rem" />
      <Skeleton className={classes.outline ?? ''} />
      <Skeleton height={40} />
      {Array.from({ length: Math.max(1, channels) }, (_, index) => (
        <Skeleton key={index} height={67} />
      ))}
      <Skeleton height={20} width="14rem" />
    </Stack>
  );
}
