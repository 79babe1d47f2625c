import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { Project } from '../../domain/project';
import { DeleteProjectDialog } from './DeleteProjectDialog';
import { RenameProjectDialog } from './RenameProjectDialog';

const ProjectMenuPopup = lazy(() =>
  import(/* webpackPrefetch: true */ './ProjectMenuPopup').then((module) => ({ default: module.ProjectMenuPopup })),
);

interface ProjectMenuProps {
  readonly project: Project;
  /** Titles of all projects, so that none is given twice. */
  readonly titles: readonly string[];
  readonly tabIndex: 0 | -1;
}

/** What can be done with a project, behind one button in its row. The list does not wait for the menu's code. */
export function ProjectMenu({ project, titles, tabIndex }: ProjectMenuProps) {
  const [opened, setOpened] = useState(false);
  const [focused, setFocused] = useState(false);
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const label = `Actions for ${project.title}`;
  return (
    <>
      <Suspense
        fallback={
          <ActionIcon
            variant="subtle"
            color="gray"
            tabIndex={tabIndex}
            aria-label={label}
            aria-haspopup="menu"
            onClick={() => setOpened(true)}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        }
      >
        <ProjectMenuPopup
          label={label}
          tabIndex={tabIndex}
          opened={opened}
          onOpenedChange={setOpened}
          takesFocus={focused}
          onChoose={setDialog}
        />
      </Suspense>
      {dialog === 'rename' && <RenameProjectDialog project={project} titles={titles} onClose={close} />}
      {dialog === 'delete' && <DeleteProjectDialog project={project} onClose={close} />}
    </>
  );
}
