import { Box, Button, Group, Title } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { failureWords } from '../../domain/failures/failureWords';
import type { Dataset } from '../../domain/metadata/dataset';
import type { Project } from '../../domain/metadata/project';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { ErrorState } from '../../ui/ErrorState';
import { isChunkLoadError, lazyWithRetry } from '../../ui/lazyWithRetry';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { MetadataView } from './MetadataView';
import { metadataWords } from './metadataWords';
import { useEditAddress } from './useEditAddress';
import type { RenderImport } from './useImport';

const MetadataForm = lazyWithRetry(
  () => import(/* webpackPrefetch: true */ './MetadataForm').then((module) => module.MetadataForm),
  // As high as the form at least, so that the content below it does not move when it loads.
  <Box mih="100dvh">
    <SkeletonRows />
  </Box>,
);

interface MetadataPanelProps {
  readonly project: Project;
  /** The dataset's title, or the folder's. */
  readonly title: string;
  /** Undefined for a folder that nobody has described yet. */
  readonly dataset: Dataset | undefined;
  readonly renderImport?: RenderImport;
}

/** What is known of a dataset, and the form that changes it. */
export function MetadataPanel({ project, title, dataset, renderImport }: MetadataPanelProps) {
  const { isOpen, open, close, takesFocus, givesFocusBack } = useEditAddress();
  return (
    <section aria-label={metadataWords.metadata}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} size="h5">
          {metadataWords.metadata}
        </Title>
        {!isOpen && <EditButton takesFocus={givesFocusBack} onClick={open} />}
      </Group>
      {isOpen ? (
        <ErrorBoundary
          fallback={({ error }, retry) => {
            if (!isChunkLoadError(error)) throw error;
            return <ErrorState title={metadataWords.formNotLoaded} reason={failureWords.partMissing} onRetry={retry} />;
          }}
        >
          <MetadataForm
            key={`${project.projectHash}/${title}`}
            project={project}
            title={title}
            dataset={dataset}
            takesFocus={takesFocus}
            onClose={close}
            renderImport={renderImport}
          />
        </ErrorBoundary>
      ) : (
        <MetadataView dataset={dataset} />
      )}
    </section>
  );
}

function EditButton({ takesFocus, onClick }: { readonly takesFocus: boolean; readonly onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <Button
      ref={button}
      size="compact-xs"
      variant="default"
      leftSection={<IconPencil size={14} aria-hidden />}
      onClick={onClick}
    >
      {metadataWords.editMetadata}
    </Button>
  );
}
