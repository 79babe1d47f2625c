import type { FolderSizes } from '../../domain/listing/folderView';
import type { Dataset } from '../../domain/metadata/dataset';
import { buildPath } from '../../domain/navigation/routePath';
import { compareNatural } from '../../lib/compareNatural';
import { formatBytes } from '../../lib/formatBytes';
import { formatCount } from '../../lib/formatNumber';
import { formatTime } from '../../lib/formatTime';
import { TIME_WIDTH, type GridColumn } from '../../ui/gridColumn';
import { RowLink, TruncatedText } from '../../ui/tableCells';
import { datasetsWords } from './datasetsWords';

interface DatasetColumnsOptions {
  readonly sponsorId: string;
  /** Title. */
  readonly project: string;
  /** By the datasets' titles; undefined while the files are not all listed. */
  readonly sizes: FolderSizes | undefined;
}

/** What helps to choose one of a project's datasets. Their ids are the names that the address sorts by. */
export function datasetColumns({ sponsorId, project, sizes }: DatasetColumnsOptions): readonly GridColumn<Dataset>[] {
  const sizeOf = ({ dataset }: Dataset): number | undefined => sizes && (sizes.get(dataset) ?? 0);
  return [
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
    numberColumn('sections', datasetsWords.sections, '5.5rem', ({ physicalSections }) => physicalSections),
    numberColumn('channels', datasetsWords.channels, '5.5rem', ({ channels }) =>
      channels.length === 0 ? undefined : channels.length,
    ),
    {
      ...numberColumn('size', datasetsWords.size, '6.5rem', sizeOf),
      hideBelow: 'narrow',
      cell: (dataset) => {
        const size = sizeOf(dataset);
        // An element of its own: the size takes the place of the mark, and pushes nothing.
        return size === undefined ? <span>{datasetsWords.notAddedUpYet}</span> : formatBytes(size);
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

function byTitle(left: Dataset, right: Dataset): number {
  return compareNatural(left.dataset, right.dataset);
}

/** What nobody has said counts as more than any number. */
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
