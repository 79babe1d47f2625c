import { Button } from '@mantine/core';
import { useState, type ComponentProps } from 'react';
import type { Dataset } from '@data-manager/domain/metadata/dataset';
import { lazyPopup } from '../../ui/lazyWithRetry';
import classes from './datasets.module.css';
import type { DeleteDatasetDialogProps } from './DeleteDatasetDialog';
import { PipelineButton, PipelineState } from './Pipelines';

const DeleteDatasetDialog = lazyPopup(() =>
  import('./DeleteDatasetDialog').then((module) => module.DeleteDatasetDialog),
);

interface JobButtonsProps extends Pick<ComponentProps<typeof PipelineButton>, 'datasetHash' | 'onOpen'> {
  /** True if `Add To Viewer` is shown elsewhere, as the next step. */
  readonly isViewerElsewhere: boolean;
}

/** The buttons that start the dataset's jobs. `Add To Viewer` keeps its space when it is elsewhere, so that nothing moves. */
export function JobButtons({ isViewerElsewhere, ...job }: JobButtonsProps) {
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
}

interface JobStatesProps extends Pick<Dataset, 'datasetHash'> {
  /** Makes the viewer show the same as the preview. */
  readonly viewerFragment: string;
}

/** The states of the jobs that have run, in one line. */
export function JobStates({ datasetHash, viewerFragment }: JobStatesProps) {
  return (
    <div className={classes.states}>
      <div className={classes.statesGrid}>
        <PipelineState pipeline="multimodel" datasetHash={datasetHash} />
        <PipelineState pipeline="pyramid" datasetHash={datasetHash} viewerFragment={viewerFragment} />
        <PipelineState pipeline="atlas" datasetHash={datasetHash} />
      </div>
    </div>
  );
}

/** Deletes the dataset after confirmation. */
export function DeleteDatasetButton({ dataset, rootPath, projectPath }: Omit<DeleteDatasetDialogProps, 'onClose'>) {
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
}
