import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { expectedImages } from '@data-manager/domain/completeness/expectedImages';
import { planJob, type JobPlan } from '@data-manager/domain/jobs/jobPlan';
import type { Dataset } from '@data-manager/domain/metadata/dataset';
import { useFeature } from '../../api/configuration';
import { useNamedDataset } from '../../api/datasets';
import { useListing } from '../../api/files';
import { Sentence } from '../../platform/Sentence';
import { FormDialog } from '../../ui/FormDialog';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { NotLoaded } from '../../widgets/NotLoaded';
import { useFilesInside } from '../../widgets/useFilesInside';
import { DuplicateChoice } from './DuplicateChoice';
import { useImageChoice } from './scanChoices';

interface JobDialogProps {
  /** The name of the job. */
  readonly title: string;
  readonly dataset: Dataset;
  /** `sponsor/project/dataset` */
  readonly rootPath: string;
  /** @param use paths in the dataset of the images to name to the server */
  readonly onStart: (use: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Shows what a job will run on, what is missing and what is left out before it starts. */
export function JobDialog({ title, dataset, rootPath, onStart, onClose }: JobDialogProps) {
  const { listing, error, retry } = useListing(rootPath);
  const canChoose = useFeature('pipelines.choose');
  const [choice] = useImageChoice(dataset.datasetHash);
  const files = useFilesInside(listing, rootPath);
  const named = useNamedDataset(dataset);
  const plan = useMemo(
    () =>
      files && planJob(files, rootPath, { ...expectedImages(dataset), dataset: named }, canChoose ? choice : undefined),
    [files, rootPath, dataset, named, canChoose, choice],
  );
  const start = () => {
    onClose();
    onStart(canChoose ? (plan?.use ?? []) : []);
  };
  return (
    <FormDialog
      title={title}
      size="lg"
      onClose={onClose}
      submitLabel="Start"
      // The summary says what is missing.
      disabledReason={plan?.canRun === true ? undefined : ''}
      onSubmit={start}
    >
      {plan !== undefined && (
        <>
          <Text size="sm">{plan.summary}</Text>
          {canChoose && plan.duplicates.length > 0 && (
            <DuplicateChoice duplicates={plan.duplicates} id={dataset.datasetHash} rootPath={rootPath} />
          )}
          <JobNotes notes={plan.notes} />
        </>
      )}
      {plan === undefined &&
        (error === undefined ? (
          <SkeletonRows count={2} />
        ) : (
          <NotLoaded title="The files could not be listed" query={{ error, refetch: retry }} />
        ))}
    </FormDialog>
  );
}

/** What is missing and what is left out. */
function JobNotes({ notes }: Pick<JobPlan, 'notes'>) {
  if (notes.length === 0) return null;
  return (
    <Text component="ul" size="sm" my={0} ps="md">
      {notes.map(({ text, files }) => (
        <li key={text}>
          <span>{text}</span>
          {files.length > 0 && (
            <Text
              component="ul"
              size="xs"
              c="dimmed"
              ff="monospace"
              style={{ listStyle: 'none', overflowWrap: 'anywhere' }}
            >
              {files.map((name) => (
                <li key={name}>
                  <Sentence>{name}</Sentence>
                </li>
              ))}
            </Text>
          )}
        </li>
      ))}
    </Text>
  );
}
