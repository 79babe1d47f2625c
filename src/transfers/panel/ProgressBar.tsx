import { Progress, type ProgressProps } from '@mantine/core';

/**
 * A bar that jumps to its value. Gliding there, it has the page drawn six times for each sample of the progress: with
 * small files that took more time than their bytes did.
 */
export function ProgressBar(props: Omit<ProgressProps, 'size' | 'transitionDuration'>) {
  return <Progress size={4} transitionDuration={0} {...props} />;
}
