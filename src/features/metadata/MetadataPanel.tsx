import { Button, Group, Title } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Dataset } from '../../domain/metadata/dataset';
import type { Project } from '../../domain/metadata/project';
import { LateMetadataForm } from './LateMetadataForm';
import { MetadataView } from './MetadataView';
import { metadataWords } from './metadataWords';
import { useEditAddress } from './useEditAddress';
import type { RenderImport } from './useImport';

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
        <LateMetadataForm
          key={`${project.projectHash}/${title}`}
          project={project}
          title={title}
          dataset={dataset}
          takesFocus={takesFocus}
          onClose={close}
          renderImport={renderImport}
        />
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
