import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { useDeleteDatasetMutation } from '../../api/datasets';
import { useListing } from '../../api/files';
import type { Dataset } from '../../domain/metadata/dataset';
import { whatGoesWithDataset } from '../../domain/metadata/whatGoes';
import { selectSessionOwner } from '../../session/sessionSlice';
import { DeleteDialog } from '../../ui/DeleteDialog';
import { notFoundText } from '../../ui/ErrorState';
import { datasetsWords } from './datasetsWords';
import { PipelineButton } from './PipelineButton';

interface DatasetActionsProps {
  readonly dataset: Dataset;
  /** `sponsor/project/dataset` */
  readonly rootPath: string;
  /** Where to go once the dataset is deleted. */
  readonly projectPath: string;
}

/** What can be done with a dataset as a whole, apart from downloading it. */
export function DatasetActions({ dataset, rootPath, projectPath }: DatasetActionsProps) {
  const [asksToDelete, setAsksToDelete] = useState(false);
  return (
    <>
      <PipelineButton pipeline="multimodel" datasetHash={dataset.datasetHash} />
      <PipelineButton pipeline="pyramid" datasetHash={dataset.datasetHash} />
      <PipelineButton pipeline="atlas" datasetHash={dataset.datasetHash} />
      <Button size="xs" variant="default" c="var(--mantine-color-error)" onClick={() => setAsksToDelete(true)}>
        {datasetsWords.deleteDataset}
      </Button>
      {asksToDelete && (
        <DeleteDatasetDialog
          dataset={dataset}
          rootPath={rootPath}
          projectPath={projectPath}
          onClose={() => setAsksToDelete(false)}
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
  return (
    <DeleteDialog
      title={datasetsWords.askToDelete}
      name={dataset.dataset}
      consequence={whatGoesWithDataset(entries)}
      offersPermanent={isAdmin}
      pending={isLoading}
      problem={notFoundText(error)}
      onClose={onClose}
      onDelete={(permanentDelete) => void remove(permanentDelete)}
    />
  );
}
