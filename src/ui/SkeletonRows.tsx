import { Flex, Skeleton, VisuallyHidden } from '@mantine/core';

/** Placeholder of a list that is loading. */
export function SkeletonRows({ count = 8 }: { readonly count?: number }) {
  return (
    <div role="status">
      <VisuallyHidden>Loading...</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        // As tall as a row of a list.
        <Flex key={index} align="center" h={36} style={{ borderBottom: '1px solid var(--app-color-soft)' }} aria-hidden>
          <Skeleton height={10} width={index % 2 === 0 ? '46%' : '38%'} />
        </Flex>
      ))}
    </div>
  );
}
