import { useState } from 'react';
import type { Project } from '@data-manager/domain/metadata/project';
import { lazyPopup } from '../../ui/lazyWithRetry';
import { RowMenu } from '../../ui/RowMenu';
import type { RowAction } from '../../ui/RowMenuPopup';

const RenameProjectDialog = lazyPopup(() => import('./ProjectDialogs').then((module) => module.RenameProjectDialog));
const DeleteProjectDialog = lazyPopup(() => import('./ProjectDialogs').then((module) => module.DeleteProjectDialog));

interface ProjectActionsProps {
  readonly project: Project;
  /** Called after the project was deleted. */
  readonly onDeleted: () => void;
}

/** The menu of the project on its own page, with its dialogs. */
export function ProjectActions({ project, onDeleted }: ProjectActionsProps) {
  const [action, setAction] = useState<RowAction>();
  const close = () => setAction(undefined);
  return (
    <>
      <RowMenu name={project.title} actions={PROJECT_ACTIONS} tabIndex={0} onChoose={setAction} />
      {action === 'rename' && <RenameProjectDialog project={project} onClose={close} />}
      {action === 'delete' && <DeleteProjectDialog project={project} onClose={close} onDeleted={onDeleted} />}
    </>
  );
}

/** The actions of projects. */
export const PROJECT_ACTIONS: readonly RowAction[] = ['rename', 'delete'];
