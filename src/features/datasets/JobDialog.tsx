import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useListing } from '../../api/files';
import { planJob } from '../../domain/jobs/jobPlan';
import type { Dataset } from '../../domain/metadata/dataset';
import { ErrorState, queryErrorText } from '../../ui/ErrorState';
import { FormDialog } from '../../ui/FormDialog';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { useFilesInside } from '../../ui/useFilesInside';
import classes from './datasets.module.css';

interface JobDialogProps {
  /** The name of the job. */
  readonly title: string;
  readonly dataset: Dataset;
  /** `sponsor/project/dataset` */
  readonly rootPath: string;
  readonly onStart: () => void;
  readonly onClose: () => void;
}

/** Shows what a job will run on, what is missing and what is skipped before it starts. */
export function JobDialog({ title, dataset, rootPath, onStart, onClose }: JobDialogProps) {
  const { listing, error, retry } = useListing(rootPath);
  const files = useFilesInside(listing, rootPath);
  const plan = useMemo(
    () =>
      files &&
      planJob(files, rootPath, {
        sections: dataset.physicalSections,
        channels: dataset.channels.map(({ num }) => num),
      }),
    [files, rootPath, dataset],
  );
  const start = () => {
    onClose();
    onStart();
  };
  return (
    <FormDialog
      title={title}
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
          {plan.notes.length > 0 && (
            <Text component="ul" size="sm" my={0} ps="md">
              {plan.notes.map(({ text, files: named }) => (
                <li key={text}>
                  {text}
                  {named.length > 0 && (
                    <ul className={classes.leftOut}>
                      {named.map((name) => (
                        <li key={name}>
                          <bdi>{name}</bdi>
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
            </Text>
          )}
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
