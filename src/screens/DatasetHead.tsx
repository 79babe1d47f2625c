import { useMemo, type ComponentProps, type RefCallback } from 'react';
import { sectionImages } from '@data-manager/domain/completeness/completeness';
import { describeFolder } from '@data-manager/domain/completeness/datasetState';
import { totalBytes, type FileItem } from '@data-manager/domain/listing/fileListing';
import { buildPath } from '@data-manager/domain/navigation/routePath';
import { DeleteDatasetButton, JobButtons } from '../features/datasets/DatasetActions';
import { DatasetStateLine, StateLine } from '../features/datasets/DatasetStateLine';
import { DatasetSummary } from '../features/datasets/DatasetSummary';
import { SealState } from '../features/datasets/SealState';
import { AddMetadataButton, EditMetadataButton } from '../features/metadata/MetadataPanel';
import { PageHeading } from '../ui/PageHeading';
import { CompareButton, type ComparisonRoute } from './comparison';
import classes from './DatasetScreen.module.css';
import type { DatasetPlace } from './gates';
import { UploadButton } from './uploadLinks';
import { useViewerFragment } from './useViewerFragment';

type DatasetStateProps = Pick<ComponentProps<typeof DatasetStateLine>, 'datasetHash' | 'state' | 'aside' | 'onOpenJob'>;

interface DatasetHeadProps extends DatasetPlace, Pick<DatasetStateProps, 'state' | 'onOpenJob'> {
  /** `sponsor/project/dataset`. */
  readonly rootPath: string;
  /** Path of the upload screen. */
  readonly uploadPath: string;
  /** All files of the dataset or folder; undefined until they are listed. */
  readonly files: readonly FileItem[] | undefined;
  readonly comparison: ComparisonRoute;
  /** Called before the metadata form opens. */
  readonly onEdit: () => void;
  /** Receives the element in which the list of files shows its download buttons. */
  readonly actionsRef: RefCallback<HTMLElement>;
}

/** The title row: the dataset in numbers, its state and its buttons. A comparison leaves only the title. */
export function DatasetHead({ title, dataset, files, state, uploadPath, onOpenJob, ...props }: DatasetHeadProps) {
  const { comparison } = props;
  const size = useMemo(() => files && totalBytes(files), [files]);
  return (
    <div className={classes.head}>
      {dataset === undefined ? (
        <PageHeading title={title} summary="Folder without metadata" />
      ) : (
        <DatasetSummary dataset={dataset} totalBytes={size} />
      )}
      {!comparison.isOpen && (
        <div className={classes.state}>
          {dataset === undefined ? (
            <FolderState files={files} state={state} onEdit={props.onEdit} />
          ) : (
            <DatasetState
              datasetHash={dataset.datasetHash}
              state={state}
              uploadPath={uploadPath}
              onOpenJob={onOpenJob}
              aside={<SealState dataset={dataset} files={files} />}
            />
          )}
        </div>
      )}
      {!comparison.isOpen && (
        <div className={classes.controls}>
          <div ref={props.actionsRef} />
          <div className={classes.actions}>
            {dataset !== undefined && files?.length !== 0 && (
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

function DatasetState({ uploadPath, ...line }: DatasetStateProps & Pick<DatasetHeadProps, 'uploadPath'>) {
  return (
    <DatasetStateLine
      {...line}
      viewerFragment={useViewerFragment()}
      renderUpload={(label) => <UploadButton to={uploadPath} isPrimary {...(label !== undefined && { label })} />}
    />
  );
}

/** Without metadata, nothing can be said to be missing. */
function FolderState({ files, state, onEdit }: Pick<DatasetHeadProps, 'files' | 'state' | 'onEdit'>) {
  const text = useMemo(() => files && describeFolder(files.length, sectionImages(files).length), [files]);
  return (
    <StateLine text={state?.text ?? text}>
      <AddMetadataButton onOpen={onEdit} />
    </StateLine>
  );
}
