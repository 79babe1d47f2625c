import { useSelector } from 'react-redux';
import { useDeleteProjectMutation } from '../../api/projects';
import type { Project } from '../../domain/project';
import { selectSessionOwner } from '../../session/sessionSlice';
import { DeleteDialog } from '../../ui/DeleteDialog';

interface DeleteProjectDialogProps {
  readonly project: Project;
  readonly onClose: () => void;
}

/** Asks before a project goes, and names what goes with it. */
export function DeleteProjectDialog({ project, onClose }: DeleteProjectDialogProps) {
  const isAdmin = useSelector(selectSessionOwner)?.isAdmin ?? false;
  const [deleteProject, { isLoading }] = useDeleteProjectMutation();
  const remove = async (permanentDelete: boolean) => {
    const deleted = await deleteProject({ projectHash: project.projectHash, permanentDelete });
    if (deleted.error === undefined) onClose();
  };
  return (
    <DeleteDialog
      title="Delete project"
      name={project.title}
      whatGoes="All its datasets and files go with it."
      offersPermanent={isAdmin}
      pending={isLoading}
      onClose={onClose}
      onDelete={(permanentDelete) => void remove(permanentDelete)}
    />
  );
}
