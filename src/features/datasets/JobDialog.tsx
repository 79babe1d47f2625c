import { Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { planJob, type ImageChoice, type JobPlan } from '@data-manager/domain/jobs/jobPlan';
import type { Dataset } from '@data-manager/domain/metadata/dataset';
import { useFeature } from '../../api/configuration';
import { useListing } from '../../api/files';
import { queryErrorText } from '../../api/queryErrorText';
import { ErrorState } from '../../ui/ErrorState';
import { FormDialog } from '../../ui/FormDialog';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { useFilesInside } from '../../widgets/useFilesInside';
import classes from './datasets.module.css';
import { DuplicateChoice } from './DuplicateChoice';

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

const LATEST: ImageChoice = { rule: 'latest', picked: new Map() };

/** Shows what a job will run on, what is missing and what is skipped before it starts. */
export function JobDialog({ title, dataset, rootPath, onStart, onClose }: JobDialogProps) {
  const { listing, error, retry } = useListing(rootPath);
  const canChoose = useFeature('pipelines.choose');
  const [choice, setChoice] = useState(LATEST);
  const files = useFilesInside(listing, rootPath);
  const plan = useMemo(
    () =>
      files &&
      planJob(
        files,
        rootPath,
        { sections: dataset.physicalSections, channels: dataset.channels.map(({ num }) => num) },
        canChoose ? choice : undefined,
      ),
    [files, rootPath, dataset, canChoose, choice],
  );
  const start = () => {
    onClose();
    onStart(canChoose ? (plan?.use ?? []) : []);
  };
  return (
    <FormDialog
      title={title}
      size="lg"
      opened
      onClose={onClose}
      submitLabel="Start"
      pending={false}
      // The summary says what is missing.
      disabledReason={plan?.canRun === true ? undefined : ''}
      onSubmit={start}
    >
      {plan !== undefined && (
        <>
          <Text size="sm">{plan.summary}</Text>
          {canChoose && plan.duplicates.length > 0 && (
            <DuplicateChoice duplicates={plan.duplicates} rootPath={rootPath} choice={choice} onChange={setChoice} />
          )}
          <JobNotes notes={plan.notes} />
        </>
      )}
      {plan === undefined &&
        (error === undefined ? (
          <SkeletonRows count={2} />
        ) : (
          <ErrorState title="The files could not be listed" reason={queryErrorText(error)} onRetry={retry} />
        ))}
    </FormDialog>
  );
}

/** What is missing and what is skipped. */
function JobNotes({ notes }: Pick<JobPlan, 'notes'>) {
  if (notes.length === 0) return null;
  return (
    <Text component="ul" size="sm" my={0} ps="md">
      {notes.map(({ text, files }) => (
        <li key={text}>
          {text}
          {files.length > 0 && (
            <ul className={classes.leftOut}>
              {files.map((name) => (
                <li key={name}>
                  <bdi>{name}</bdi>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </Text>
  );
}
