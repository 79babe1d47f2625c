import { useUpdateProjectMutation } from '../../api/projects';
import type { Project, ProjectDraft } from '../../domain/project';
import { shownName } from '../../domain/shownName';
import { ProjectForm } from './ProjectForm';

interface RenameProjectDialogProps {
  readonly project: Project;
  readonly titles: readonly string[];
  readonly onClose: () => void;
}

/** Changes a project's title and description; only what changed is sent. */
export function RenameProjectDialog({ project, titles, onClose }: RenameProjectDialogProps) {
  const [updateProject, { isLoading }] = useUpdateProjectMutation();
  const initial = { title: project.title, description: project.description ?? '' };
  const save = async ({ title, description }: Required<ProjectDraft>) => {
    const changes = {
      ...(title !== initial.title && { title }),
      ...(description !== initial.description && { description }),
    };
    if (Object.keys(changes).length > 0) {
      const updated = await updateProject({ projectHash: project.projectHash, changes });
      if (updated.error !== undefined) return;
    }
    onClose();
  };
  return (
    <ProjectForm
      heading={`Rename ${shownName(project.title)}`}
      submitLabel="Save"
      initial={initial}
      taken={titles.filter((title) => title !== project.title)}
      pending={isLoading}
      onClose={onClose}
      onSubmit={(draft) => void save(draft)}
    />
  );
}
