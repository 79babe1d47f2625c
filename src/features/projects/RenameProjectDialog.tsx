import { useListProjectsQuery, useUpdateProjectMutation } from '../../api/projects';
import type { Project, ProjectDraft } from '../../domain/metadata/project';
import { shownName } from '../../domain/names/shownName';
import { notFoundText } from '../../ui/ErrorState';
import { ProjectForm } from './ProjectForm';
import { projectsWords } from './projectsWords';

interface RenameProjectDialogProps {
  /** As it was when the dialog was opened. */
  readonly project: Project;
  readonly onClose: () => void;
}

/** Changes a project's title and description; only what changed is sent. */
export function RenameProjectDialog({ project, onClose }: RenameProjectDialogProps) {
  const [updateProject, { isLoading, error }] = useUpdateProjectMutation();
  const { data: projects = [] } = useListProjectsQuery();
  const others = projects.filter(({ projectHash }) => projectHash !== project.projectHash);
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
      heading={projectsWords.renameProject(shownName(project.title))}
      submitLabel="Save"
      initial={initial}
      taken={others.map(({ title }) => title)}
      pending={isLoading}
      problem={notFoundText(error)}
      onClose={onClose}
      onSubmit={(draft) => void save(draft)}
    />
  );
}
