import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';

/** Placeholder of a list that is loading. */
export function SkeletonRows({ count = 8 }: { readonly count?: number }) {
  return (
    <Stack gap={6} role="status">
      <VisuallyHidden>Loading...</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} height={30} radius="sm" aria-hidden />
      ))}
    </Stack>
  );
}
