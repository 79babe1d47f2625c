import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { createLatePart } from '../../ui/latePart';
import { uiWords } from '../../ui/uiWords';
import { PreviewOutline } from './PreviewOutline';
import { previewWords } from './previewWords';
import type { SectionPreview } from './SectionPreview';

const useSectionPreview = createLatePart(() => import('./SectionPreview').then((module) => module.SectionPreview));

/** The preview, whose code comes with the first dataset that is looked at. What goes wrong in it stays in its place. */
export function LateSectionPreview(props: ComponentProps<typeof SectionPreview>) {
  const { Part, failure, tryAgain } = useSectionPreview();
  if (failure !== undefined) return <NoPreview onRetry={tryAgain} />;
  if (Part === undefined) return <PreviewOutline channels={props.channels.length} />;
  return (
    <ErrorBoundary resetKey={props.rootPath} fallback={(_, retry) => <NoPreview onRetry={retry} />}>
      <Part {...props} />
    </ErrorBoundary>
  );
}

function NoPreview({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <EmptyState
      title={previewWords.notShown}
      hint={
        <Button size="compact-xs" variant="subtle" onClick={onRetry}>
          {uiWords.tryAgain}
        </Button>
      }
    />
  );
}
