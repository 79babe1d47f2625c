import { Button } from '@mantine/core';
import { memo, useState, type ComponentProps } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { useFeature } from '../../api/configuration';
import { useDeleteDatasetMutation, useRestoreDatasetMutation } from '../../api/datasets';
import { useListing } from '../../api/files';
import { isFolderMarker, totalBytes } from '../../domain/listing/fileListing';
import type { Dataset } from '../../domain/metadata/dataset';
import { formatBytes } from '../../lib/formatBytes';
import { counted } from '../../lib/plural';
import { usePorts } from '../../platform/portsContext';
import { selectSessionOwner } from '../../session/sessionSlice';
import { placeDeleted, placeRestored } from '../../transfers/deletedPlaces';
import { DeleteDialog } from '../../ui/DeleteDialog';
import { notFoundText } from '../../ui/notFoundText';
import classes from './datasets.module.css';
import { PipelineButton, PipelineState } from './Pipelines';

interface DatasetActionsProps {
  readonly dataset: Dataset;
  /** `sponsor/project/dataset` */
  readonly rootPath: string;
  /** The page to show after the dataset was deleted. */
  readonly projectPath: string;
}

interface JobButtonsProps extends Pick<ComponentProps<typeof PipelineButton>, 'datasetHash' | 'onOpen'> {
  /** True if `Add To Viewer` is shown elsewhere, as the next step. */
  readonly isViewerElsewhere: boolean;
}

/** The buttons that start the dataset's jobs. `Add To Viewer` keeps its space when it is elsewhere, so that nothing moves. */
export const JobButtons = memo(function JobButtons({ isViewerElsewhere, ...job }: JobButtonsProps) {
  return (
    <div role="group" aria-label="Jobs" className={classes.jobs}>
      <div style={{ display: 'contents', visibility: isViewerElsewhere ? 'hidden' : 'visible' }}>
        {/* A hidden button is another element, so that nothing that looks for the button waits for the hidden one. */}
        <PipelineButton key={String(isViewerElsewhere)} pipeline="pyramid" {...job} />
      </div>
      <PipelineButton pipeline="multimodel" {...job} />
      <PipelineButton pipeline="atlas" {...job} />
    </div>
  );
});

interface JobStatesProps extends Pick<Dataset, 'datasetHash'> {
  /** Makes the viewer show the same as the preview. */
  readonly viewerFragment: string;
}

/** The states of the dataset's jobs, in one line. */
export const JobStates = memo(function JobStates({ datasetHash, viewerFragment }: JobStatesProps) {
  return (
    <div className={classes.states}>
      <div className={classes.statesGrid}>
        <PipelineState pipeline="multimodel" datasetHash={datasetHash} />
        <PipelineState pipeline="pyramid" datasetHash={datasetHash} viewerFragment={viewerFragment} />
        <PipelineState pipeline="atlas" datasetHash={datasetHash} />
      </div>
    </div>
  );
});

/** Deletes the dataset after confirmation. */
export const DeleteDatasetButton = memo(function DeleteDatasetButton({
  dataset,
  rootPath,
  projectPath,
}: DatasetActionsProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        fz="xs"
        variant="subtle"
        c="var(--mantine-color-error)"
        color="red"
        onClick={() => setIsDeleting(true)}
      >
        Delete Dataset
      </Button>
      {isDeleting && (
        <DeleteDatasetDialog
          dataset={dataset}
          rootPath={rootPath}
          projectPath={projectPath}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </>
  );
});

function DeleteDatasetDialog(props: DatasetActionsProps & { readonly onClose: () => void }) {
  const { dataset, rootPath, projectPath, onClose } = props;
  const dispatch = useDispatch();
  const isAdmin = useSelector(selectSessionOwner)?.isAdmin ?? false;
  const { entries } = useListing(rootPath);
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
    const text = `Dataset “${dataset.dataset}” deleted.`;
    if (permanentDelete || !canRestore) toast(text, 'success');
    else toast(text, 'success', { label: 'Undo', run: () => void undo(), path: rootPath });
    await navigate(projectPath);
  };
  const files = entries?.filter((entry) => !isFolderMarker(entry));
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
