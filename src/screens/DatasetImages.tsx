import type { Dataset } from '@data-manager/domain/metadata/dataset';
import { JobStates } from '../features/datasets/DatasetActions';
import { CompletenessPlaceholder, DatasetCompleteness } from '../features/datasets/DatasetCompleteness';
import type { Assessment } from '../features/datasets/useAssessment';
import type { RenderUpload } from '../features/files/renderUpload';
import { LazySectionPreview } from '../features/preview/LazySectionPreview';
import { EmptyState } from '../ui/EmptyState';
import classes from './DatasetScreen.module.css';
import { useViewerFragment } from './useViewerFragment';

interface CompletenessProps {
  readonly dataset: Dataset;
  /** Undefined until all files are listed. */
  readonly assessment: Assessment | undefined;
  /** True while files are loading or being parsed. */
  readonly isPending: boolean;
  /** Called when a place is chosen and the list shows its files. */
  readonly onShowFiles: () => void;
}

interface DatasetImagesProps extends Omit<CompletenessProps, 'dataset'> {
  /** Undefined for a folder without metadata. */
  readonly dataset: Dataset | undefined;
  /** `sponsor/project/dataset`. */
  readonly rootPath: string;
  readonly renderUpload: RenderUpload;
}

/** The images of a dataset: their completeness, the preview of a section, and what jobs have made of them. */
export function DatasetImages({ dataset, rootPath, renderUpload, ...completeness }: DatasetImagesProps) {
  return (
    <>
      <div className={classes.images}>
        {dataset !== undefined && <Completeness dataset={dataset} {...completeness} />}
        {/* A new element: the findings may need more space than their placeholder, and the placeholder of the preview must not move. */}
        <div key={completeness.assessment === undefined ? 'placeholder' : 'preview'} className={classes.preview}>
          <LazySectionPreview
            rootPath={rootPath}
            dataset={dataset}
            upload={renderUpload({ isPrimary: false, label: 'Upload missing images' })}
          />
        </div>
      </div>
      {dataset !== undefined && (
        <div className={classes.jobs}>
          <Jobs datasetHash={dataset.datasetHash} />
        </div>
      )}
    </>
  );
}

/** The completeness of the files, which requires a complete listing. */
function Completeness({ dataset, assessment, isPending, onShowFiles }: CompletenessProps) {
  if (assessment !== undefined)
    return <DatasetCompleteness dataset={dataset} assessment={assessment} onShowFiles={onShowFiles} />;
  if (isPending) return <CompletenessPlaceholder dataset={dataset} />;
  return <EmptyState title="No preview" hint="Completeness and preview need the whole list of files." />;
}

/** The states of the jobs, with a link to the viewer. */
function Jobs({ datasetHash }: Pick<Dataset, 'datasetHash'>) {
  return <JobStates datasetHash={datasetHash} viewerFragment={useViewerFragment()} />;
}
