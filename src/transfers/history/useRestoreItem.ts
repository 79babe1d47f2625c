import { useDispatch } from 'react-redux';
import type { DeletedItem } from '../../api/activity';
import { useRestoreDatasetMutation } from '../../api/datasets';
import { filesChanged, useRestoreFilesMutation } from '../../api/fileChanges';
import { useRestoreProjectMutation } from '../../api/projectChanges';
import { shownName } from '../../domain/names/shownName';
import { usePorts } from '../../platform/portsContext';

/** Returns a function that restores a deleted item. Failed requests are reported as those of other commands. */
export function useRestoreItem({ kind, id, name }: DeletedItem) {
  const dispatch = useDispatch();
  const { toast } = usePorts();
  const [restoreProject, project] = useRestoreProjectMutation();
  const [restoreDataset, dataset] = useRestoreDatasetMutation();
  const [restoreFiles, files] = useRestoreFilesMutation();

  const restore = async (): Promise<void> => {
    const { data, error } = await request();
    if (error !== undefined) return;
    const refusal = typeof data === 'object' && 'refused' in data ? data.refused[0]?.msg : undefined;
    if (refusal === undefined) toast(`${shownName(name)} is restored.`, 'success');
    else toast(`${shownName(name)} could not be restored. ${refusal}`, 'error');
    if (kind === 'file') dispatch(filesChanged());
  };

  const request = () => {
    switch (kind) {
      case 'project':
        return restoreProject(id);
      case 'dataset':
        return restoreDataset(id);
      case 'file':
        return restoreFiles([id]);
    }
  };

  return { isRestoring: project.isLoading || dataset.isLoading || files.isLoading, restore };
}
