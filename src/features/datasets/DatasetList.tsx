import { useCallback, useMemo, type ReactNode } from 'react';
import { datasetContents, type ContentsByFolder } from '../../domain/listing/datasetContents';
import type { FileItem, FileListing } from '../../domain/listing/fileListing';
import { sumFolderSizes, type FolderSizes } from '../../domain/listing/folderView';
import { DATASET_TABLE } from '../../domain/listing/tableQuery';
import type { Dataset } from '../../domain/metadata/dataset';
import { buildPath } from '../../domain/navigation/routePath';
import { compareNatural } from '../../lib/compareNatural';
import { formatBytes } from '../../lib/formatBytes';
import { formatCount } from '../../lib/formatNumber';
import { formatTime } from '../../lib/formatTime';
import { EmptyState } from '../../ui/EmptyState';
import { TIME_WIDTH, type GridColumn } from '../../ui/gridColumn';
import { SearchedTable } from '../../ui/SearchedTable';
import { RowLink, TruncatedText } from '../../ui/tableCells';
import { useInSlices } from '../../ui/useInSlices';
import classes from './datasets.module.css';

interface DatasetListProps {
  readonly sponsorId: string;
  /** The project's title. */
  readonly project: string;
  readonly datasets: readonly Dataset[];
  /** True if this is the main list of the screen. */
  readonly isMain: boolean;
  /** The files of the project that are listed so far. */
  readonly listing: FileListing | undefined;
  /** Renders the thumbnail of an image. Must be stable between renders. */
  readonly renderThumbnail: (file: FileItem) => ReactNode;
  /** The button to create the first dataset. */
  readonly emptyAction: ReactNode;
}

/** A project's datasets, searched and sorted by the query of the URL. */
export function DatasetList(props: DatasetListProps) {
  const { sponsorId, project, datasets, isMain, listing, renderThumbnail, emptyAction } = props;
  const path = `${sponsorId}/${project}`;
  const begin = useCallback(() => sumFolderSizes(listing, path), [listing, path]);
  const sizes = useInSlices(begin).result?.sizes;
  const beginCount = useCallback(() => datasetContents(listing, path), [listing, path]);
  const contents = useInSlices(beginCount).result?.contents;
  const columns = useMemo(
    () => datasetColumns({ sponsorId, project, sizes, contents, renderThumbnail }),
    [sponsorId, project, sizes, contents, renderThumbnail],
  );
  return (
    <SearchedTable
      label="Datasets"
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

interface DatasetColumnsOptions {
  readonly sponsorId: string;
  /** The project's title. */
  readonly project: string;
  /** By dataset title; undefined until all files are listed. */
  readonly sizes: FolderSizes | undefined;
  /** By dataset title; undefined until all files are listed. */
  readonly contents: ContentsByFolder | undefined;
  readonly renderThumbnail: DatasetListProps['renderThumbnail'];
}

function datasetColumns(options: DatasetColumnsOptions): readonly GridColumn<Dataset>[] {
  const { sponsorId, project, sizes, contents, renderThumbnail } = options;
  const sizeOf = ({ dataset }: Dataset): number | undefined => sizes && (sizes.get(dataset) ?? 0);
  return [
    {
      id: 'thumbnail',
      header: '',
      width: '3.25rem',
      cell: ({ dataset }) => {
        const sample = contents?.get(dataset)?.sample;
        return sample === undefined ? <span className={classes.noThumbnail} /> : renderThumbnail(sample);
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
      hideBelow: 'narrow',
      compare: (left, right) => compareNatural(left.description, right.description) || byTitle(left, right),
      cell: ({ description }) => <TruncatedText>{description}</TruncatedText>,
    },
    {
      ...numberColumn('sections', 'Sections', '7rem', ({ physicalSections }) => physicalSections),
      cell: ({ dataset, physicalSections }) =>
        countText(contents && (contents.get(dataset)?.sections ?? 0), physicalSections),
    },
    {
      ...numberColumn('channels', 'Channels', '6rem', ({ channels }) =>
        channels.length === 0 ? undefined : channels.length,
      ),
      cell: ({ dataset, channels }) =>
        countText(
          contents && (contents.get(dataset)?.channels ?? 0),
          channels.length === 0 ? undefined : channels.length,
        ),
    },
    {
      ...numberColumn('size', 'Size', '6.5rem', sizeOf),
      hideBelow: 'narrow',
      cell: (dataset) => {
        const size = sizeOf(dataset);
        // In an element of its own, so that the size replaces it without a layout shift.
        return size === undefined ? <span>…</span> : formatBytes(size);
      },
    },
    {
      id: 'created',
      header: 'Added',
      width: TIME_WIDTH,
      align: 'end',
      hideBelow: 'medium',
      compare: (left, right) => compareNatural(left.createdAt ?? '', right.createdAt ?? '') || byTitle(left, right),
      cell: ({ createdAt }) => formatTime(createdAt),
    },
  ];
}

/** Shows `10 of 300`: what is on the server, of what the metadata expects. Either may be unknown. */
function countText(found: number | undefined, expected: number | undefined): ReactNode {
  if (expected === undefined) return found === undefined || found === 0 ? '' : formatCount(found);
  // In an element of its own, so that the count replaces it without a layout shift.
  if (found === undefined) return <span>… of {formatCount(expected)}</span>;
  return found === expected ? formatCount(expected) : `${formatCount(found)} of ${formatCount(expected)}`;
}

function byTitle(left: Dataset, right: Dataset): number {
  return compareNatural(left.dataset, right.dataset);
}

/** Creates a column of numbers; unknown values are sorted last. */
function numberColumn(
  id: string,
  header: string,
  width: string,
  read: (dataset: Dataset) => number | undefined,
): GridColumn<Dataset> {
  const rank = (dataset: Dataset): number => read(dataset) ?? Number.MAX_SAFE_INTEGER;
  return {
    id,
    header,
    width,
    align: 'end',
    hideBelow: 'medium',
    compare: (left, right) => rank(left) - rank(right) || byTitle(left, right),
    cell: (dataset) => {
      const value = read(dataset);
      return value === undefined ? undefined : formatCount(value);
    },
  };
}
