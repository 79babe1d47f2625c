import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { totalBytes } from '@data-manager/domain/listing/fileListing';
import type { Dataset } from '@data-manager/domain/metadata/dataset';
import { nameInText } from '@data-manager/domain/names/shownName';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { counted } from '@data-manager/lib/plural';
import { useFeature } from '../../api/configuration';
import { useDeleteDatasetMutation, useRestoreDatasetMutation } from '../../api/datasets';
import { useListing } from '../../api/files';
import { usePorts } from '../../platform/portsContext';
import { selectSessionOwner } from '../../session/sessionSlice';
import { placeDeleted, placeRestored } from '../../transfers/deletedPlaces';
import { DeleteDialog } from '../../widgets/DeleteDialog';
import { notFoundText } from '../../widgets/notFoundText';
import { useFilesInside } from '../../widgets/useFilesInside';

export interface DeleteDatasetDialogProps {
  readonly dataset: Dataset;
  /** `sponsor/project/dataset` */
  readonly rootPath: string;
  /** The page to show after the dataset was deleted. */
  readonly projectPath: string;
  readonly onClose: () => void;
}

/** Asks for confirmation, deletes the dataset, and shows its project. */
export function DeleteDatasetDialog(props: DeleteDatasetDialogProps) {
  const { dataset, rootPath, projectPath, onClose } = props;
  const dispatch = useDispatch();
  const isAdmin = useSelector(selectSessionOwner)?.isAdmin ?? false;
  const files = useFilesInside(useListing(rootPath).listing, rootPath);
  const [deleteDataset, { isLoading, error }] = useDeleteDatasetMutation();
  const canRestore = useFeature('datasets.restore');
  const [restoreDataset] = useRestoreDatasetMutation();
  const navigate = useNavigate();
  const { toast } = usePorts();
  const undo = async () => {
    const restored = await restoreDataset(dataset.datasetHash);
    if (restored.error === undefined) dispatch(placeRestored({ path: rootPath }));
  };
  const remove = async (permanentDelete: boolean) => {
    const deleted = await deleteDataset({ datasetHash: dataset.datasetHash, permanentDelete });
    if (deleted.error !== undefined) return;
    dispatch(placeDeleted({ path: rootPath, isPermanent: permanentDelete }));
    const text = `Dataset “${nameInText(dataset.dataset)}” deleted.`;
    if (permanentDelete || !canRestore) toast(text, 'success');
    else toast(text, 'success', { label: 'Undo', run: () => void undo(), path: rootPath });
    await navigate(projectPath);
  };
  return (
    <DeleteDialog
      title="Delete dataset"
      name={dataset.dataset}
      consequence={
        files === undefined
          ? 'This also deletes its metadata and files.'
          : `This also deletes its metadata and ${counted(files.length, 'file')} (${formatBytes(totalBytes(files))}).`
      }
      offersPermanent={isAdmin}
      canRestore={canRestore}
      pending={isLoading}
      problem={notFoundText(error)}
      onClose={onClose}
      onDelete={(permanentDelete) => void remove(permanentDelete)}
    />
  );
}
