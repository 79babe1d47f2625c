import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useRemoteConfigurationQuery } from '../../api/configuration';
import { useCreateDatasetMutation } from '../../api/datasets';
import { emptyMetadata, type Dataset } from '../../domain/metadata/dataset';
import type { Project } from '../../domain/metadata/project';
import { cleanTitle, validateTitle } from '../../domain/names/title';
import { buildPath } from '../../domain/navigation/routePath';
import { FormDialog } from '../../ui/FormDialog';
import { ListField } from '../../ui/ListField';
import { notFoundText } from '../../ui/notFoundText';
import { TitleField, titleReason } from '../../ui/TextFields';

interface NewDatasetButtonProps {
  readonly project: Project;
  readonly datasets: readonly Dataset[];
  /** Emphasizes the button, as the next step of an empty project. */
  readonly isPrimary?: boolean;
}

/** Opens the dialog to create a dataset. */
export function NewDatasetButton({ project, datasets, isPrimary = false }: NewDatasetButtonProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant={isPrimary ? 'filled' : 'default'}
        aria-keyshortcuts="n"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        New dataset
      </Button>
      {opened && <NewDatasetDialog project={project} datasets={datasets} onClose={() => setOpened(false)} />}
    </>
  );
}

interface NewDatasetDialogProps extends Omit<NewDatasetButtonProps, 'isPrimary'> {
  readonly onClose: () => void;
}

function NewDatasetDialog({ project, datasets, onClose }: NewDatasetDialogProps) {
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
      opened
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
