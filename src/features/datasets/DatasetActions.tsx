import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { useDeleteDatasetMutation } from '../../api/datasets';
import { useListing } from '../../api/files';
import { isFolderMarker, totalBytes } from '../../domain/listing/fileListing';
import type { Dataset } from '../../domain/metadata/dataset';
import { formatBytes } from '../../lib/formatBytes';
import { counted } from '../../lib/plural';
import { selectSessionOwner } from '../../session/sessionSlice';
import { DeleteDialog } from '../../ui/DeleteDialog';
import { notFoundText } from '../../ui/ErrorState';
import { PipelineButton } from './Pipelines';

interface DatasetActionsProps {
  readonly dataset: Dataset;
  /** `sponsor/project/dataset` */
  readonly rootPath: string;
  /** The page to show after the dataset was deleted. */
  readonly projectPath: string;
}

/** The actions of a dataset, except the download. */
export function DatasetActions({ dataset, rootPath, projectPath }: DatasetActionsProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <>
      <PipelineButton pipeline="multimodel" datasetHash={dataset.datasetHash} />
      <PipelineButton pipeline="pyramid" datasetHash={dataset.datasetHash} />
      <PipelineButton pipeline="atlas" datasetHash={dataset.datasetHash} />
      <Button size="xs" variant="default" c="var(--mantine-color-error)" onClick={() => setIsDeleting(true)}>
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
}

function DeleteDatasetDialog(props: DatasetActionsProps & { readonly onClose: () => void }) {
  const { dataset, rootPath, projectPath, onClose } = props;
  const isAdmin = useSelector(selectSessionOwner)?.isAdmin ?? false;
  const { entries } = useListing(rootPath);
  const [deleteDataset, { isLoading, error }] = useDeleteDatasetMutation();
  const navigate = useNavigate();
  const remove = async (permanentDelete: boolean) => {
    const deleted = await deleteDataset({ datasetHash: dataset.datasetHash, permanentDelete });
    if (deleted.error === undefined) await navigate(projectPath);
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
      pending={isLoading}
      problem={notFoundText(error)}
      onClose={onClose}
      onDelete={(permanentDelete) => void remove(permanentDelete)}
    />
  );
}
