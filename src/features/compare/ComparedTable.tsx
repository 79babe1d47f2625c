import { Group, Stack, Text } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { comparedSize, type ComparedFile, type ComparisonReason } from '@data-manager/domain/compare/comparedFiles';
import type { GroupRows } from '@data-manager/domain/compare/comparisonResult';
import { compareFileDates } from '@data-manager/domain/listing/fileDate';
import { imageProblemText } from '@data-manager/domain/listing/fileListing';
import { searchRows } from '@data-manager/domain/listing/tableQuery';
import { shownName } from '@data-manager/domain/names/shownName';
import { compareNatural } from '@data-manager/lib/compareNatural';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount } from '@data-manager/lib/formatNumber';
import { formatTime } from '@data-manager/lib/formatTime';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { omit } from '@data-manager/lib/omit';
import { counted } from '@data-manager/lib/plural';
import { DataGrid } from '../../ui/DataGrid';
import { EmptyState } from '../../ui/EmptyState';
import { TIME_WIDTH, type GridColumn, type GridSort } from '../../ui/gridColumn';
import { WrappedPath } from '../../ui/Name';
import { SearchField } from '../../ui/SearchField';
import { FileTime } from '../../widgets/FileTime';
import classes from './compare.module.css';
import { useDecisions } from './decisions';
import { DifferentFile } from './DifferentFile';

const REASONS: Readonly<Record<ComparisonReason, string>> = {
  size: 'Different size',
  content: 'Different content',
  'no-checksum': 'Same size, content not comparable: the server lists no checksum',
  'part-size': 'Same size, content not comparable: the part size of the checksum is unknown',
  changed: 'Changed on disk since the folder was chosen. Choose the folder again.',
  gone: 'Deleted or moved since the folder was chosen. Choose the folder again.',
  unreadable: 'Could not be read',
  stalled: 'The disk did not respond',
  duplicate: 'Another file in the folder has the same name on the server',
};

/**
 * Height of a row with a reason below its name, px. Other rows have it too: a different height would recompute all
 * positions.
 */
const ROW_HEIGHT = 40;
/** Height of a row with two pictures, px. */
const PICTURES_HEIGHT = 150;
const BY_NAME: GridSort = { id: 'name', desc: false };

interface ComparedTableProps {
  /** Accessible name. */
  readonly label: string;
  /** The path that all keys begin with. */
  readonly path: string;
  readonly group: GroupRows;
  /** Shows the pictures of both sides, and the choice between them. */
  readonly hasPictures: boolean;
  /** The key of the file to scroll to. */
  readonly revealedKey: string | undefined;
  /** True if rows are still added. Until the end, they are in the order in which they were compared. */
  readonly isGrowing: boolean;
  /** Shown if there are no rows. */
  readonly emptyTitle: string;
}

/** The files of a group, with search. Typing does not wait for a hundred thousand rows to be searched and sorted. */
export function ComparedTable(props: ComparedTableProps) {
  const { label, path, group, hasPictures, revealedKey, isGrowing, emptyTitle } = props;
  const { rows, size } = group;
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<GridSort>();
  const shownSort = sort ?? (isGrowing ? undefined : BY_NAME);
  const arranged = useDeferredValue(rows);
  const order = useDeferredValue(shownSort);
  const searched = useDeferredValue(search);
  const shown = useMemo(() => arrange(arranged, order, searched, path), [arranged, order, searched, path]);
  const isRevealed = ({ key }: ComparedFile) => key === revealedKey;
  return (
    <>
      <Group justify="space-between" gap="0.5rem 0.75rem" py="xs">
        <SearchField label={`Search ${label.toLowerCase()}`} value={search} onChange={setSearch} />
        <Text size="xs" c="dimmed">
          {`${search === '' ? '' : `${formatCount(shown.length)} of `}${counted(rows.length, 'file')}, ${formatBytes(size)}`}
        </Text>
      </Group>
      <DataGrid
        label={label}
        columns={hasPictures ? pictureColumns(path) : comparedColumns(path)}
        rows={shown}
        rowId={rowId}
        rowName={rowName}
        rowHeight={hasPictures ? PICTURES_HEIGHT : ROW_HEIGHT}
        isCurrent={isRevealed}
        revealed={revealedKey === undefined ? undefined : { key: revealedKey, isRow: isRevealed }}
        sort={shownSort}
        onSortChange={setSort}
        isSorted
        empty={<EmptyState title={rows.length === 0 ? emptyTitle : 'No file matches the search'} />}
      />
    </>
  );
}

function arrange(
  rows: readonly ComparedFile[],
  sort: GridSort | undefined,
  search: string,
  path: string,
): readonly ComparedFile[] {
  const found = searchRows(rows, search, ({ key }) => key.slice(path.length + 1));
  const orders: Readonly<Record<string, Compare>> = ORDERS;
  const compare = sort && orders[sort.id];
  if (compare === undefined) return found;
  return found.toSorted(sort?.desc === true ? (left, right) => compare(right, left) : compare);
}

/**
 * Several files of the folder can have the same key. Creating new strings for a hundred thousand rows would take too
 * long.
 */
function rowId({ key, local, reason }: ComparedFile): string {
  return reason === 'duplicate' ? `${local?.index ?? ''}/${key}` : key;
}

function rowName({ key }: ComparedFile): string {
  return shownName(lastSegment(key));
}

function byKey(left: ComparedFile, right: ComparedFile): number {
  return compareNatural(left.key, right.key);
}

type Compare = (left: ComparedFile, right: ComparedFile) => number;

/** By column. */
const ORDERS = {
  name: byKey,
  size: (left, right) => comparedSize(left) - comparedSize(right) || byKey(left, right),
  folderTime: (left, right) => (left.local?.lastModified ?? 0) - (right.local?.lastModified ?? 0) || byKey(left, right),
  serverTime: (left, right) => compareFileDates(left.server ?? {}, right.server ?? {}) || byKey(left, right),
} as const satisfies Readonly<Record<string, Compare>>;

const SIZE_COLUMN: GridColumn<ComparedFile> = {
  id: 'size',
  header: 'Size',
  width: '7rem',
  align: 'end',
  compare: ORDERS.size,
  cell: (file) => <Sizes file={file} />,
};

/** The columns of files that differ. */
function pictureColumns(path: string): readonly GridColumn<ComparedFile>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      compare: byKey,
      cell: (file, tabIndex) => (
        <>
          <FileName file={file} path={path} />
          <DifferentFile file={file} tabIndex={tabIndex} />
        </>
      ),
    },
    { ...SIZE_COLUMN, hideBelow: 'medium' },
  ];
}

interface FileNameProps {
  readonly file: ComparedFile;
  readonly path: string;
}

/** The name of a file, and why it differs, could not be compared, or is not a complete image. */
function FileName({ file: { key, group, reason }, path }: FileNameProps) {
  const { damaged } = useDecisions();
  const problem = group === 'onlyLocal' ? damaged.get(key) : undefined;
  return (
    <Stack component="span" gap={0} miw={0} fz="xs" lh="xs" style={{ whiteSpace: 'normal' }}>
      <WrappedPath>{key.slice(path.length + 1)}</WrappedPath>
      {reason !== undefined && (
        <Text span inherit c="dimmed">
          {REASONS[reason]}
        </Text>
      )}
      {problem !== undefined && (
        <Text span inherit c="var(--mantine-color-error)">
          {imageProblemText(problem)}
        </Text>
      )}
    </Stack>
  );
}

function comparedColumns(path: string): readonly GridColumn<ComparedFile>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      share: 3,
      compare: byKey,
      cell: (file) => <FileName file={file} path={path} />,
    },
    SIZE_COLUMN,
    {
      id: 'folderTime',
      header: 'In the folder',
      width: TIME_WIDTH,
      align: 'end',
      hideBelow: 'medium',
      compare: ORDERS.folderTime,
      cell: ({ local }) => local && formatTime(local.lastModified),
    },
    {
      id: 'serverTime',
      header: 'On the server',
      width: TIME_WIDTH,
      align: 'end',
      hideBelow: 'medium',
      compare: ORDERS.serverTime,
      cell: ({ server }) => server && <FileTime {...omit(server, 'key')} />,
    },
    {
      id: 'checksum',
      header: 'Checksum',
      share: 2,
      hideBelow: 'wide',
      cell: ({ localEtag, server }) => <Checksums folder={localEtag} server={server?.etag} />,
    },
  ];
}

/** The size in the folder above that on the server if they differ. */
function Sizes({ file }: { readonly file: ComparedFile }) {
  const { local, server, reason } = file;
  if (reason !== 'size' || local === undefined || server === undefined)
    return <span>{formatBytes(comparedSize(file))}</span>;
  return (
    <Stack component="span" gap={0}>
      <span>{`${formatBytes(local.size)} /`}</span>
      <span>{formatBytes(server.size)}</span>
    </Stack>
  );
}

/** One checksum if both are the same or only one is known. */
function Checksums({ folder, server }: { readonly folder: string | undefined; readonly server: string | undefined }) {
  return (
    <Stack component="span" gap={0} translate="no" fz="xs" ff="monospace" c="dimmed" className={classes.checksums}>
      {folder !== undefined && folder !== server && <span title={folder}>{folder}</span>}
      {server !== undefined && server !== '' && <span title={server}>{server}</span>}
    </Stack>
  );
}
