import { useState } from 'react';
import { useNavigate } from 'react-router';
import { emptyMetadata, type Dataset } from '@data-manager/domain/metadata/dataset';
import type { Project } from '@data-manager/domain/metadata/project';
import { cleanTitle, validateTitle } from '@data-manager/domain/names/title';
import { buildPath } from '@data-manager/domain/navigation/routePath';
import { useRemoteConfigurationQuery } from '../../api/configuration';
import { useCreateDatasetMutation } from '../../api/datasets';
import { FormDialog } from '../../ui/FormDialog';
import { TitleField, titleReason } from '../../ui/TextFields';
import { ListField } from '../../widgets/ListField';
import { notFoundText } from '../../widgets/notFoundText';

interface NewDatasetDialogProps {
  readonly project: Project;
  readonly datasets: readonly Dataset[];
  readonly onClose: () => void;
}

/** Creates a dataset and shows it. */
export function NewDatasetDialog({ project, datasets, onClose }: NewDatasetDialogProps) {
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const [tissueType, setTissueType] = useState('');
  const [device, setDevice] = useState('');
  const { data: lists, isFetching: isLoading } = useRemoteConfigurationQuery();
  const [createDataset, { isLoading: isPending, error }] = useCreateDatasetMutation();
  const problem = validateTitle(
    title,
    datasets.map((dataset) => dataset.dataset),
  );
  const create = async () => {
    const metadata = { ...emptyMetadata(project.sponsorId), dataset: cleanTitle(title), tissueType, device };
    const created = await createDataset({ projectHash: project.projectHash, metadata });
    if (created.data === undefined) return;
    onClose();
    await navigate(buildPath({ sponsorId: project.sponsorId, project: project.title, dataset: created.data.dataset }));
  };
  return (
    <FormDialog
      title="New dataset"
      onClose={onClose}
      submitLabel="Create"
      pending={isPending}
      problem={notFoundText(error)}
      disabledReason={titleReason(problem)}
      onSubmit={() => void create()}
    >
      <TitleField value={title} onChange={setTitle} problem={problem} touched={title !== ''} />
      <ListField
        label="Tissue type"
        isOptional
        what="tissue types"
        list={lists?.tissueTypes}
        isLoading={isLoading}
        value={tissueType}
        onChange={setTissueType}
      />
      <ListField
        label="Device"
        isOptional
        what="devices"
        list={lists?.devices}
        isLoading={isLoading}
        value={device}
        onChange={setDevice}
      />
    </FormDialog>
  );
}
