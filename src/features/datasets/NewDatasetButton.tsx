import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Dataset } from '@data-manager/domain/metadata/dataset';
import type { Project } from '@data-manager/domain/metadata/project';
import { lazyPopup } from '../../ui/lazyWithRetry';

const NewDatasetDialog = lazyPopup(() => import('./NewDatasetDialog').then((module) => module.NewDatasetDialog));

interface NewDatasetButtonProps {
  readonly project: Project;
  readonly datasets: readonly Dataset[];
  /** Emphasizes the button, as the next step of an empty project. */
  readonly isPrimary?: boolean;
}

/** Opens the dialog to create a dataset. */
export function NewDatasetButton({ project, datasets, isPrimary = false }: NewDatasetButtonProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant={isPrimary ? 'filled' : 'default'}
        aria-keyshortcuts="n"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        New dataset
      </Button>
      {opened && <NewDatasetDialog project={project} datasets={datasets} onClose={() => setOpened(false)} />}
    </>
  );
}
