import { useSelector } from 'react-redux';
import { useListDatasetsQuery } from '../../api/datasets';
import { useListing } from '../../api/files';
import { useDeleteProjectMutation } from '../../api/projects';
import type { Project } from '../../domain/metadata/project';
import { whatGoesWithProject } from '../../domain/metadata/whatGoes';
import { selectSessionOwner } from '../../session/sessionSlice';
import { DeleteDialog } from '../../ui/DeleteDialog';
import { notFoundText } from '../../ui/ErrorState';
import { projectsWords } from './projectsWords';

interface DeleteProjectDialogProps {
  readonly project: Project;
  readonly onClose: () => void;
}

/** Asks before a project goes, and names what goes with it. */
export function DeleteProjectDialog({ project, onClose }: DeleteProjectDialogProps) {
  const isAdmin = useSelector(selectSessionOwner)?.isAdmin ?? false;
  const { entries } = useListing(`${project.sponsorId}/${project.title}`);
  const { currentData: datasets } = useListDatasetsQuery(project.projectHash);
  const [deleteProject, { isLoading, error }] = useDeleteProjectMutation();
  const remove = async (permanentDelete: boolean) => {
    const deleted = await deleteProject({ projectHash: project.projectHash, permanentDelete });
    if (deleted.error === undefined) onClose();
  };
  return (
    <DeleteDialog
      title={projectsWords.deleteProject}
      name={project.title}
      consequence={whatGoesWithProject(datasets?.length, entries)}
      offersPermanent={isAdmin}
      pending={isLoading}
      problem={notFoundText(error)}
      onClose={onClose}
      onDelete={(permanentDelete) => void remove(permanentDelete)}
    />
  );
}
