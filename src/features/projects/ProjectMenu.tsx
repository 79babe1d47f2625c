import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import type { Project } from '@data-manager/domain/metadata/project';
import { shownName } from '@data-manager/domain/names/shownName';
import { lazyPopup } from '../../ui/lazyWithRetry';
import type { ProjectAction } from './ProjectMenuPopup';

const RenameProjectDialog = lazyPopup(() => import('./ProjectDialogs').then((module) => module.RenameProjectDialog));
const DeleteProjectDialog = lazyPopup(() => import('./ProjectDialogs').then((module) => module.DeleteProjectDialog));

interface ProjectActionsProps {
  readonly project: Project;
  /** Called after the project was deleted. */
  readonly onDeleted: () => void;
}

/** The menu of the project on its own page, with its dialogs. */
export function ProjectActions({ project, onDeleted }: ProjectActionsProps) {
  const [action, setAction] = useState<ProjectAction>();
  const close = () => setAction(undefined);
  return (
    <>
      <ProjectMenu project={project} tabIndex={0} onChoose={setAction} />
      {action === 'rename' && <RenameProjectDialog project={project} onClose={close} />}
      {action === 'delete' && <DeleteProjectDialog project={project} onClose={close} onDeleted={onDeleted} />}
    </>
  );
}

interface ProjectMenuProps {
  readonly project: Project;
  readonly tabIndex: 0 | -1;
  readonly onChoose: (action: ProjectAction) => void;
}

const Popup = lazyPopup(
  () => import('./ProjectMenuPopup').then((module) => module.ProjectMenuPopup),
  ({ label, tabIndex, onOpen }) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      tabIndex={tabIndex}
      aria-label={label}
      aria-haspopup="menu"
      onClick={onOpen}
    >
      <IconDots size={16} aria-hidden />
    </ActionIcon>
  ),
);

/**
 * The menu of one project, behind a button in its row. The menu is created when it is first opened: creating the menus of
 * all rows would take longer than drawing the list.
 */
export function ProjectMenu({ project, tabIndex, onChoose }: ProjectMenuProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popup
      label={`Actions for ${shownName(project.title)}`}
      tabIndex={tabIndex}
      opened={opened}
      onOpen={() => setOpened(true)}
      onClose={() => setOpened(false)}
      onChoose={onChoose}
    />
  );
}
