import { useDispatch } from 'react-redux';
import { nameInText } from '@data-manager/domain/names/shownName';
import type { DeletedItem } from '../../api/activity';
import { useFeature } from '../../api/configuration';
import { useRestoreDatasetMutation } from '../../api/datasets';
import { filesChanged, useRestoreFilesMutation } from '../../api/fileChanges';
import { useRestoreProjectMutation } from '../../api/projectChanges';
import { useListProjectsQuery } from '../../api/projects';
import { usePorts } from '../../platform/portsContext';
import { placeRestored } from '../../transfers/deletedPlaces';

/** Returns a function that restores a deleted item. Failed requests are reported as those of other commands. */
export function useRestoreItem({ kind, id, name, act }: DeletedItem) {
  const dispatch = useDispatch();
  const { toast } = usePorts();
  const [restoreProject, project] = useRestoreProjectMutation();
  const [restoreDataset, dataset] = useRestoreDatasetMutation();
  const [restoreFiles, files] = useRestoreFilesMutation();
  const canReplace = useFeature('files.restoreReplaced');
  // A restored dataset has only the hash of its project.
  const { data: projects = [] } = useListProjectsQuery(undefined);

  const announce = () => toast(`${nameInText(name)} is restored.`, 'success');
  const restored = (...path: readonly string[]) => {
    announce();
    dispatch(placeRestored({ path: path.join('/') }));
  };

  const restore = async (): Promise<void> => {
    switch (kind) {
      case 'project': {
        const { data } = await restoreProject(id);
        if (data !== undefined) restored(data.sponsorId, data.title);
        break;
      }
      case 'dataset': {
        const { data } = await restoreDataset(id);
        const parent = projects.find(({ projectHash }) => projectHash === data?.projectHash);
        if (data === undefined) return;
        if (parent === undefined) announce();
        else restored(parent.sponsorId, parent.title, data.dataset);
        break;
      }
      case 'file': {
        const { data } = await restoreFiles({
          keys: [id],
          ...(act !== undefined && { act }),
          ...(canReplace && { replace: true }),
        });
        if (data === undefined) return;
        const [refused] = data.refused;
        if (refused === undefined) announce();
        else toast(`${nameInText(name)} could not be restored. ${refused.msg}`, 'error');
        dispatch(filesChanged());
      }
    }
  };

  return { isRestoring: project.isLoading || dataset.isLoading || files.isLoading, restore };
}
