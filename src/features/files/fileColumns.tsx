import { Text } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { compareFileDates } from '@data-manager/domain/listing/fileDate';
import {
  imageProblemText,
  itemName,
  type FileItem,
  type ImageProblem,
  type ListingItem,
} from '@data-manager/domain/listing/fileListing';
import { shownName } from '@data-manager/domain/names/shownName';
import { compareNatural } from '@data-manager/lib/compareNatural';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { counted } from '@data-manager/lib/plural';
import { TIME_WIDTH, type GridColumn } from '../../ui/gridColumn';
import { Name, PathName } from '../../ui/Name';
import { RowMenu } from '../../ui/RowMenu';
import { FileTime } from '../../widgets/FileTime';
import classes from './files.module.css';
import { FolderLink } from './FolderLink';

/** Renders the pictures of files. Called only for mounted rows. */
export interface FilePictures {
  readonly renderThumbnail: (file: FileItem) => ReactNode;
  /** Renders what there is to say of a thumbnail, below the name of the file. */
  readonly renderNote: (file: FileItem) => ReactNode;
}

/** Returns the columns of a file table. Files in subfolders of `path` are shown with their relative path. `onProof` shows the receipts of a file. */
export function fileColumns(
  path: string,
  rootPath: string,
  { renderThumbnail, renderNote }: FilePictures,
  onProof?: (file: FileItem) => void,
): readonly GridColumn<ListingItem>[] {
  return [
    {
      id: 'thumbnail',
      header: 'Picture',
      isHeaderHidden: true,
      width: '3.25rem',
      cell: (item) =>
        item.isFolder ? (
          <IconFolder size={20} display="block" color="var(--mantine-primary-color-filled)" aria-hidden />
        ) : (
          renderThumbnail(item)
        ),
    },
    namingColumn({ id: 'section', header: 'Section', width: '4.25rem', hideBelow: 'narrow' }, ({ title }) => title),
    {
      id: 'name',
      header: 'Name',
      compare: ORDERS.name,
      cell: (item, tabIndex) =>
        item.isFolder ? (
          <FolderLink folder={item.path.slice(rootPath.length + 1)} fw={600} tabIndex={tabIndex}>
            <Name>{itemName(item)}</Name>
          </FolderLink>
        ) : (
          <>
            <span className={classes.file}>
              <span className={classes.fileName} title={itemName(item)}>
                <FolderName path={path} rootPath={rootPath} file={item} tabIndex={tabIndex} />
                <FileName>{itemName(item)}</FileName>
              </span>
              {item.unreadable !== undefined && <UnreadableMark problem={item.unreadable} />}
            </span>
            {renderNote(item)}
          </>
        ),
    },
    namingColumn({ id: 'layer', header: 'Layer', width: '3.5rem', hideBelow: 'compact' }, ({ layer }) => layer),
    namingColumn({ id: 'channel', header: 'Ch', width: '2.75rem', hideBelow: 'narrow' }, ({ channel }) => channel),
    {
      id: 'size',
      header: 'Size',
      width: '6rem',
      align: 'end',
      compare: ORDERS.size,
      cell: (item) => (
        <>
          <span>{formatBytes(item.size)}</span>
          {item.isFolder && (
            <Text size="xs" c="dimmed" translate="yes">
              {counted(item.fileCount, 'file')}
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'modified',
      header: 'Modified',
      width: TIME_WIDTH,
      align: 'end',
      hideBelow: 'medium',
      compare: ORDERS.modified,
      cell: FileTime,
    },
    ...(onProof === undefined ? [] : [actionsColumn(onProof)]),
  ];
}

/** Returns the column of a part of the names. */
function namingColumn(
  column: Pick<GridColumn<ListingItem>, 'header' | 'width' | 'hideBelow'> & { readonly id: keyof typeof ORDERS },
  read: (naming: NonNullable<FileItem['naming']>) => string | number,
): GridColumn<ListingItem> {
  const cell = (item: ListingItem) => (item.isFolder || item.naming === undefined ? '' : read(item.naming));
  return { ...column, align: 'end', compare: ORDERS[column.id], cell };
}

function actionsColumn(onProof: (file: FileItem) => void): GridColumn<ListingItem> {
  return {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    width: '2.25rem',
    align: 'end',
    hideBelow: 'narrow',
    cell: (item, tabIndex) =>
      !item.isFolder && (
        <span className={classes.rowMenu}>
          <RowMenu name={item.fileName} actions={['proof']} tabIndex={tabIndex} onChoose={() => onProof(item)} />
        </span>
      ),
  };
}

type Compare = (left: ListingItem, right: ListingItem) => number;

const ORDERS = {
  section: byNumber((item) => numberOf(item, (naming) => Number(naming.title))),
  name: (left, right) => compareNatural(itemName(left), itemName(right)),
  layer: byNumber((item) => numberOf(item, (naming) => naming.layer)),
  channel: byNumber((item) => numberOf(item, (naming) => naming.channel)),
  size: (left, right) => left.size - right.size,
  modified: compareFileDates,
} as const satisfies Readonly<Record<string, Compare>>;

/** Returns the order of a column; undefined for natural order. */
export function orderOf(column: string | undefined): Compare | undefined {
  const orders: Readonly<Record<string, Compare>> = ORDERS;
  return column === undefined ? undefined : orders[column];
}

interface FolderNameProps {
  /** The folder that is shown, and the root of the list. */
  readonly path: string;
  readonly rootPath: string;
  readonly file: FileItem;
  readonly tabIndex: 0 | -1;
}

/** The path of a file's folder below the folder that is shown, with a trailing slash, as a link to it. */
function FolderName({ path, rootPath, file, tabIndex }: FolderNameProps) {
  const folder = file.path.slice(0, -file.fileName.length - 1);
  if (folder === path) return null;
  const below = folder.slice(path.length + 1);
  return (
    <FolderLink folder={folder.slice(rootPath.length + 1)} c="dimmed" tabIndex={tabIndex} aria-label={below}>
      <PathName>{`${below}/`}</PathName>
    </FolderLink>
  );
}

/** The name of a file. A long name breaks after underscores first. */
function FileName({ children }: { readonly children: string }) {
  return (
    <bdi dir="ltr" translate="no">
      {shownName(children)
        .split(/(?<=_)/)
        .map((part, index) => (
          <Fragment key={index}>
            {index > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
    </bdi>
  );
}

/** Explains why the file is not a readable image. */
function UnreadableMark({ problem }: { readonly problem: ImageProblem }) {
  return (
    <span className={classes.problem} title="The preview and jobs leave out this image.">
      {imageProblemText(problem)}
    </span>
  );
}

function numberOf(item: ListingItem, read: (naming: NonNullable<FileItem['naming']>) => number): number {
  return item.isFolder || item.naming === undefined ? Number.POSITIVE_INFINITY : read(item.naming);
}

/** Compares items by a number, then by name. Items without the number come last. */
function byNumber(read: (item: ListingItem) => number): Compare {
  return (left, right) => {
    const [first, second] = [read(left), read(right)];
    return first === second ? compareNatural(itemName(left), itemName(right)) : first < second ? -1 : 1;
  };
}
