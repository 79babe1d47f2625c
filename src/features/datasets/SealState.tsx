import { Anchor, Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { FileItem } from '@data-manager/domain/listing/fileListing';
import type { Dataset } from '@data-manager/domain/metadata/dataset';
import { formatTime } from '@data-manager/lib/formatTime';
import { isWebLink } from '@data-manager/lib/webLink';
import { useFeature } from '../../api/configuration';
import { sealMayBeBroken } from '../../api/pipelines';
import { lazyPopup } from '../../ui/lazyWithRetry';
import { usePipelinePolling, usePipelineRun } from './Pipelines';

const SealDialog = lazyPopup(() => import('./SealDialog').then((module) => module.SealDialog));

interface SealStateProps {
  readonly dataset: Dataset;
  /** Undefined until they are listed. */
  readonly files: readonly FileItem[] | undefined;
}

/** When the dataset was sealed, or the button that seals it, if the server offers it. */
export function SealState(props: SealStateProps) {
  return useFeature('seal') && props.files?.length !== 0 ? <OfferedSeal {...props} /> : null;
}

function OfferedSeal({ dataset, files }: SealStateProps) {
  const { datasetHash } = dataset;
  const job = { pipeline: 'seal', datasetHash } as const;
  const { run, isPending, isStarting, start } = usePipelineRun(job);
  usePipelinePolling(job, isPending);
  useBrokenSeal(dataset, files);
  const [isOpen, setOpen] = useState(false);
  const holds = run?.sealedAt !== undefined && run.isBroken !== true && !isPending && run.status !== 'FAILED';
  return (
    <Group gap="0 0.5rem" ms="auto" fz="xs" justify="end">
      {run?.status === 'FAILED' && (
        <Text size="xs" c="var(--mantine-color-error)" role="status">
          {run.message ?? 'The dataset could not be sealed.'}
        </Text>
      )}
      {run?.sealedAt !== undefined && (
        <span role="status" aria-label="Sealed">
          <Anchor inherit href={isWebLink(run.sealUrl) ? run.sealUrl : undefined}>
            {run.isBroken === true
              ? `Seal of ${formatTime(run.sealedAt)} broken`
              : `Sealed ${formatTime(run.sealedAt)}`}
          </Anchor>
        </span>
      )}
      {!holds && (
        <Button
          size="compact-xs"
          variant="subtle"
          loading={isPending || isStarting}
          disabled={files === undefined}
          onClick={() => setOpen(true)}
        >
          Seal dataset
        </Button>
      )}
      {isOpen && <SealDialog onStart={() => start([])} onClose={() => setOpen(false)} />}
    </Group>
  );
}

/** Asks the server again whether the seal holds when the files or the metadata have changed. */
function useBrokenSeal(dataset: Dataset, files: readonly FileItem[] | undefined): void {
  const dispatch = useDispatch();
  const known = useRef<readonly unknown[]>(undefined);
  useEffect(() => {
    const [before] = known.current ?? [];
    if (before !== undefined) dispatch(sealMayBeBroken(dataset.datasetHash));
    known.current = [files];
  }, [dispatch, dataset, files]);
}
