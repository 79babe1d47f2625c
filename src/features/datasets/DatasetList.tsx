import { useMemo, type ReactNode } from 'react';
import {
  datasetContents,
  type ContentsByTitle,
  type DatasetContents,
} from '@data-manager/domain/listing/datasetContents';
import type { FileItem, FileListing } from '@data-manager/domain/listing/fileListing';
import { DATASET_TABLE } from '@data-manager/domain/listing/tableQuery';
import type { Dataset } from '@data-manager/domain/metadata/dataset';
import { buildPath } from '@data-manager/domain/navigation/routePath';
import { compareNatural } from '@data-manager/lib/compareNatural';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount } from '@data-manager/lib/formatNumber';
import { formatTime } from '@data-manager/lib/formatTime';
import type { RunsByDataset } from '../../api/pipelines';
import { EmptyState } from '../../ui/EmptyState';
import { numberColumn, TIME_WIDTH, type GridColumn } from '../../ui/gridColumn';
import { SearchedTable } from '../../ui/SearchedTable';
import { Description, NoThumbnail, RowLink } from '../../ui/tableCells';
import { CompletenessBar } from '../../widgets/CompletenessBar';
import { useDeferredListing } from '../../widgets/useFilesInside';
import { JobsCell, jobsRank } from './JobsCell';

interface DatasetListProps {
  readonly sponsorId: string;
  /** The project's title. */
  readonly project: string;
  readonly datasets: readonly Dataset[];
  /** True if this is the main list of the screen. */
  readonly isMain: boolean;
  /** The files of the project that are listed so far. */
  readonly listing: FileListing | undefined;
  /** The states of the datasets' jobs. Undefined until they are loaded, or if the server does not offer them. */
  readonly runs: RunsByDataset | undefined;
  /** True if the server offers the states of all jobs of a project. */
  readonly showsJobs: boolean;
  /** Renders the thumbnail of an image. */
  readonly renderThumbnail: (file: FileItem) => ReactNode;
  /** The button to create the first dataset. */
  readonly emptyAction: ReactNode;
}

/** A project's datasets, searched and sorted by the query of the URL. */
export function DatasetList(props: DatasetListProps) {
  const { sponsorId, project, datasets, isMain, listing, runs, showsJobs, renderThumbnail, emptyAction } = props;
  const path = `${sponsorId}/${project}`;
  const latest = useDeferredListing(listing, path);
  const contents = useMemo(() => datasetContents(latest, path, datasets), [latest, path, datasets]);
  const columns = datasetColumns({ sponsorId, project, contents, runs, showsJobs, renderThumbnail });
  return (
    <SearchedTable
      label="Datasets"
      noun="dataset"
      searchLabel="Find a dataset"
      isMain={isMain}
      table={DATASET_TABLE}
      columns={columns}
      rows={datasets}
      rowId={datasetId}
      rowName={datasetTitle}
      textOf={datasetText}
      rowHeight={44}
      empty={
        datasets.length === 0 ? (
          <EmptyState title="No datasets yet" hint="Create your first dataset." action={emptyAction} />
        ) : (
          <EmptyState title="No dataset matches the search" />
        )
      }
    />
  );
}

function datasetId({ datasetHash }: Dataset): string {
  return datasetHash;
}

function datasetTitle({ dataset }: Dataset): string {
  return dataset;
}

function datasetText({ dataset, description, device, tissueType }: Dataset): string {
  return `${dataset} ${description} ${device} ${tissueType}`;
}

interface DatasetColumnsOptions extends Pick<DatasetListProps, 'runs' | 'showsJobs' | 'renderThumbnail'> {
  readonly sponsorId: string;
  /** The project's title. */
  readonly project: string;
  /** Undefined until all files are listed. */
  readonly contents: ContentsByTitle | undefined;
}

function datasetColumns(options: DatasetColumnsOptions): readonly GridColumn<Dataset>[] {
  const { sponsorId, project, contents, runs, showsJobs, renderThumbnail } = options;
  const contentsOf = ({ dataset }: Dataset) => contents && (contents.get(dataset) ?? NO_CONTENTS);
  const column = numberColumn(byTitle);
  return [
    {
      id: 'thumbnail',
      header: 'Picture',
      isHeaderHidden: true,
      width: '3.25rem',
      cell: (dataset) => {
        const sample = contentsOf(dataset)?.sample;
        return sample === undefined ? <NoThumbnail /> : renderThumbnail(sample);
      },
    },
    {
      id: 'title',
      header: 'Title',
      compare: byTitle,
      cell: ({ dataset }, tabIndex) => (
        <RowLink to={buildPath({ sponsorId, project, dataset })} fw={600} tabIndex={tabIndex}>
          {dataset}
        </RowLink>
      ),
    },
    {
      id: 'description',
      header: 'Description',
      share: 2,
      hideBelow: 'medium',
      compare: (left, right) => compareNatural(left.description, right.description) || byTitle(left, right),
      cell: ({ description }) => <Description>{description}</Description>,
    },
    {
      ...column('sections', 'Complete sections', '9.75rem', (dataset) => contentsOf(dataset)?.completeSections),
      cell: (dataset) => sectionsCell(dataset, contentsOf(dataset)),
    },
    {
      ...column('channels', 'Channels', '5.25rem', ({ channels }) =>
        channels.length === 0 ? undefined : channels.length,
      ),
      hideBelow: 'medium',
      cell: (dataset) => {
        const { channels } = dataset;
        return countText(contentsOf(dataset)?.channels, channels.length === 0 ? undefined : channels.length);
      },
    },
    {
      ...column('files', 'Files', '5rem', (dataset) => contentsOf(dataset)?.fileCount),
      hideBelow: 'wide',
      cell: (dataset) => knownText(contentsOf(dataset)?.fileCount, formatCount),
    },
    {
      ...column('size', 'Size', '6rem', (dataset) => contentsOf(dataset)?.size),
      hideBelow: 'narrow',
      cell: (dataset) => knownText(contentsOf(dataset)?.size, formatBytes),
    },
    ...(showsJobs ? [jobsColumn(runs)] : []),
    {
      id: 'created',
      header: 'Added',
      width: TIME_WIDTH,
      align: 'end',
      hideBelow: 'wide',
      compare: (left, right) => compareNatural(left.createdAt ?? '', right.createdAt ?? '') || byTitle(left, right),
      cell: ({ createdAt }) => formatTime(createdAt),
    },
  ];
}

const NO_CONTENTS: DatasetContents = { fileCount: 0, size: 0, completeSections: 0, channels: 0 };

function jobsColumn(runs: RunsByDataset | undefined): GridColumn<Dataset> {
  const rank = ({ datasetHash }: Dataset) => jobsRank(runs?.[datasetHash]);
  return {
    id: 'jobs',
    header: 'Jobs',
    width: '10.5rem',
    hideBelow: 'medium',
    compare: (left, right) => rank(left) - rank(right) || byTitle(left, right),
    cell: ({ datasetHash }) => <JobsCell runs={runs?.[datasetHash]} />,
  };
}

/** Shows `10 of 300` above a bar of how many images there are. */
function sectionsCell({ physicalSections }: Dataset, contents: DatasetContents | undefined): ReactNode {
  const text = countText(contents?.completeSections, physicalSections);
  if (physicalSections === undefined) return text;
  return (
    <CompletenessBar count={contents?.images} unit="images">
      {text}
    </CompletenessBar>
  );
}

/** Shows `10 of 300`: the number on the server, and the number expected by the metadata. Either may be unknown. */
function countText(found: number | undefined, expected: number | undefined): ReactNode {
  if (expected === undefined) return found === undefined || found === 0 ? '' : formatCount(found);
  // In an element of its own, so that the count replaces it without a layout shift.
  if (found === undefined) return <span>{`… of ${formatCount(expected)}`}</span>;
  return found === expected ? formatCount(expected) : `${formatCount(found)} of ${formatCount(expected)}`;
}

/** In an element of its own while it is unknown, so that the value replaces it without a layout shift. */
function knownText(value: number | undefined, format: (value: number) => string): ReactNode {
  return value === undefined ? <span>…</span> : format(value);
}

function byTitle(left: Dataset, right: Dataset): number {
  return compareNatural(left.dataset, right.dataset);
}
