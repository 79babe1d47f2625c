import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { lazyWithRetry } from '../../ui/lazyWithRetry';
import { PreviewOutline } from './PreviewOutline';
import type { SectionPreview } from './SectionPreview';

type SectionPreviewProps = ComponentProps<typeof SectionPreview>;

const LazyPreview = lazyWithRetry<SectionPreviewProps>(
  () => import('./SectionPreview').then((module) => module.SectionPreview),
  ({ dataset }) => <PreviewOutline channels={dataset?.channels.length ?? 0} />,
);

/** The section preview in a chunk of its own. An error in it does not affect the rest of the page. */
export function LazySectionPreview(props: SectionPreviewProps) {
  return (
    <ErrorBoundary
      resetKey={props.rootPath}
      fallback={(_, retry) => (
        <EmptyState
          title="The preview could not be shown"
          hint={
            <Button size="compact-xs" variant="subtle" onClick={retry}>
              Try again
            </Button>
          }
        />
      )}
    >
      <LazyPreview {...props} />
    </ErrorBoundary>
  );
}
