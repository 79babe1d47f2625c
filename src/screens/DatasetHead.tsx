import type { ComponentProps, RefCallback } from 'react';
import { buildPath } from '@data-manager/domain/navigation/routePath';
import { DeleteDatasetButton, JobButtons } from '../features/datasets/DatasetActions';
import { DatasetStateLine } from '../features/datasets/DatasetStateLine';
import { DatasetSummary } from '../features/datasets/DatasetSummary';
import { EditMetadataButton } from '../features/metadata/MetadataPanel';
import { PageHeading } from '../ui/PageHeading';
import { CompareButton, type ComparisonRoute } from './comparison';
import classes from './DatasetScreen.module.css';
import type { DatasetPlace } from './gates';
import { UploadButton } from './uploadLinks';
import { useViewerFragment } from './useViewerFragment';

type StateLineProps = Pick<ComponentProps<typeof DatasetStateLine>, 'datasetHash' | 'state' | 'onOpenJob'>;

interface DatasetHeadProps extends DatasetPlace, Pick<StateLineProps, 'state' | 'onOpenJob'> {
  /** `sponsor/project/dataset`. */
  readonly rootPath: string;
  /** Path of the upload screen. */
  readonly uploadPath: string;
  /** Undefined until the files are listed. */
  readonly totalBytes: number | undefined;
  readonly comparison: ComparisonRoute;
  /** Called before the metadata form opens. */
  readonly onEdit: () => void;
  /** Receives the element in which the list of files shows its download buttons. */
  readonly actionsRef: RefCallback<HTMLElement>;
}

/** The title row: the dataset in numbers, its state and its buttons. A comparison leaves only the title. */
export function DatasetHead({ title, dataset, totalBytes, state, uploadPath, onOpenJob, ...props }: DatasetHeadProps) {
  const { comparison } = props;
  return (
    <div className={classes.head}>
      {dataset === undefined ? (
        <PageHeading title={title} summary="Folder without metadata" />
      ) : (
        <DatasetSummary dataset={dataset} totalBytes={totalBytes} />
      )}
      {dataset !== undefined && !comparison.isOpen && (
        <div className={classes.state}>
          <StateLine datasetHash={dataset.datasetHash} state={state} uploadPath={uploadPath} onOpenJob={onOpenJob} />
        </div>
      )}
      {!comparison.isOpen && (
        <div className={classes.controls}>
          <div ref={props.actionsRef} />
          <div className={classes.actions}>
            {dataset !== undefined && (
              <JobButtons
                datasetHash={dataset.datasetHash}
                isViewerElsewhere={state?.next.kind === 'addToViewer'}
                onOpen={onOpenJob}
              />
            )}
            <CompareButton route={comparison} />
            <EditMetadataButton onOpen={props.onEdit} />
            {dataset !== undefined && (
              <DeleteDatasetButton
                dataset={dataset}
                rootPath={props.rootPath}
                projectPath={buildPath({ sponsorId: props.project.sponsorId, project: props.project.title })}
              />
            )}
          </div>
        </div>
      )}
    </div>
  );
}

function StateLine({ uploadPath, ...line }: StateLineProps & Pick<DatasetHeadProps, 'uploadPath'>) {
  return (
    <DatasetStateLine
      {...line}
      viewerFragment={useViewerFragment()}
      renderUpload={(label) => <UploadButton to={uploadPath} isPrimary {...(label !== undefined && { label })} />}
    />
  );
}
