import { hasImages } from '@data-manager/domain/completeness/datasetState';
import { restorableImages } from '@data-manager/domain/completeness/deletedImages';
import type { Dataset } from '@data-manager/domain/metadata/dataset';
import { useDeletedImages } from '../api/activity';
import { JobStates } from '../features/datasets/DatasetActions';
import { CompletenessPlaceholder, DatasetCompleteness } from '../features/datasets/DatasetCompleteness';
import { ScansOfSection } from '../features/datasets/DuplicateChoice';
import type { DuplicateScans } from '../features/datasets/scanChoices';
import type { Assessment } from '../features/datasets/useAssessment';
import type { RenderUpload } from '../features/files/renderUpload';
import { SetTotalLink } from '../features/metadata/MetadataPanel';
import { LazySectionPreview } from '../features/preview/LazySectionPreview';
import { EmptyState } from '../ui/EmptyState';
import { RestoreButton } from '../widgets/RestoreButton';
import classes from './DatasetScreen.module.css';
import { useViewerFragment } from './useViewerFragment';

interface CompletenessProps {
  readonly dataset: Dataset;
  /** Undefined until all files are listed. */
  readonly assessment: Assessment | undefined;
  readonly scans: DuplicateScans;
  /** True while files are loading or being parsed. */
  readonly isPending: boolean;
  /** Called when a place is chosen and the list shows its files. */
  readonly onShowFiles: () => void;
  /** Called before the metadata form opens. */
  readonly onEdit: () => void;
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
  const { assessment, scans, isPending } = completeness;
  const deletions = useDeletedImages(rootPath) ?? [];
  const deleted = assessment?.completeness ? restorableImages(deletions, assessment.completeness) : [];
  const isAwaited = dataset !== undefined && assessment === undefined && isPending;
  return (
    <>
      <div className={classes.images}>
        {dataset !== undefined && <Completeness dataset={dataset} {...completeness} />}
        {/* Invisible until the findings are known: its place depends on how many lines they take. */}
        <div className={classes.preview} style={isAwaited ? { visibility: 'hidden' } : {}}>
          <LazySectionPreview
            rootPath={rootPath}
            dataset={dataset}
            shownFiles={scans.shownFiles}
            renderScans={(section, layer) => <ScansOfSection {...scans} section={section} layer={layer} />}
            renderRemedy={(section, layer) => {
              const keys = deleted.filter((image) => image.section === section && image.layer === layer);
              return keys.length > 0 ? (
                <RestoreButton keys={keys.map(({ key }) => key)} label="Restore" />
              ) : (
                renderUpload({ isPrimary: false, label: 'Upload missing images' })
              );
            }}
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

/** The completeness of the files, which requires a complete listing. Without images, the state of the dataset says all. */
function Completeness({ dataset, assessment, scans, isPending, onShowFiles, onEdit }: CompletenessProps) {
  if (assessment !== undefined) {
    const { completeness } = assessment;
    return completeness !== undefined && hasImages(completeness) ? (
      <DatasetCompleteness
        dataset={dataset}
        completeness={completeness}
        scans={scans}
        totalLink={<SetTotalLink onOpen={onEdit} />}
        onShowFiles={onShowFiles}
      />
    ) : null;
  }
  if (isPending) return <CompletenessPlaceholder dataset={dataset} />;
  return <EmptyState title="No preview" hint="Completeness and preview need the whole list of files." />;
}

/** The states of the jobs, with a link to the viewer. */
function Jobs({ datasetHash }: Pick<Dataset, 'datasetHash'>) {
  return <JobStates datasetHash={datasetHash} viewerFragment={useViewerFragment()} />;
}
