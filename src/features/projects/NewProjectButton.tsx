import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyPopup } from '../../ui/lazyWithRetry';

const NewProjectDialog = lazyPopup(() => import('./ProjectDialogs').then((module) => module.NewProjectDialog));

/** Opens the dialog to create a project. */
export function NewProjectButton() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="filled"
        size="xs"
        aria-keyshortcuts="n"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        New project
      </Button>
      {opened && <NewProjectDialog onClose={() => setOpened(false)} />}
    </>
  );
}
