import { Text } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
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
import { formatTime } from '@data-manager/lib/formatTime';
import { counted } from '@data-manager/lib/plural';
import { TIME_WIDTH, type GridColumn } from '../../ui/gridColumn';
import { Name, PathName } from '../../ui/Name';
import classes from './files.module.css';
import { FolderLink } from './FolderLink';

/** Renders the pictures of files. Called only for mounted rows. */
export interface FilePictures {
  readonly renderThumbnail: (file: FileItem) => ReactNode;
  /** Renders what there is to say of a thumbnail, below the name of the file. */
  readonly renderNote: (file: FileItem) => ReactNode;
}

/** Returns the columns of a file table. Files in subfolders of `path` are shown with their relative path. */
export function fileColumns(
  path: string,
  rootPath: string,
  { renderThumbnail, renderNote }: FilePictures,
): readonly GridColumn<ListingItem>[] {
  return [
    {
      id: 'thumbnail',
      header: 'Picture',
      isHeaderHidden: true,
      width: '3.25rem',
      cell: (item) =>
        item.isFolder ? <IconFolder size={20} className={classes.folderIcon} aria-hidden /> : renderThumbnail(item),
    },
    {
      id: 'section',
      header: 'Section',
      width: '5rem',
      align: 'end',
      hideBelow: 'narrow',
      compare: ORDERS.section,
      cell: (item) => (item.isFolder ? '' : item.naming?.title),
    },
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
                <FolderName>{item.path.slice(path.length + 1, item.path.length - item.fileName.length)}</FolderName>
                <FileName>{itemName(item)}</FileName>
              </span>
              {item.unreadable !== undefined && <UnreadableMark problem={item.unreadable} />}
            </span>
            {renderNote(item)}
          </>
        ),
    },
    {
      id: 'layer',
      header: 'Layer',
      width: '4rem',
      align: 'end',
      hideBelow: 'compact',
      compare: ORDERS.layer,
      cell: (item) => (item.isFolder ? '' : item.naming?.layer),
    },
    {
      id: 'channel',
      header: 'Ch',
      width: '3.25rem',
      align: 'end',
      hideBelow: 'narrow',
      compare: ORDERS.channel,
      cell: (item) => (item.isFolder ? '' : item.naming?.channel),
    },
    {
      id: 'size',
      header: 'Size',
      width: '6.5rem',
      align: 'end',
      compare: ORDERS.size,
      cell: (item) => (
        <>
          {formatBytes(item.size)}
          {item.isFolder && (
            <Text size="xs" c="dimmed">
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
      cell: (item) => formatTime(item.lastModified),
    },
  ];
}

type Compare = (left: ListingItem, right: ListingItem) => number;

const ORDERS = {
  section: byNumber((item) => numberOf(item, (naming) => Number(naming.title))),
  name: (left, right) => compareNatural(itemName(left), itemName(right)),
  layer: byNumber((item) => numberOf(item, (naming) => naming.layer)),
  channel: byNumber((item) => numberOf(item, (naming) => naming.channel)),
  size: (left, right) => left.size - right.size,
  modified: (left, right) => compareTimes(left.lastModified ?? '', right.lastModified ?? ''),
} as const satisfies Readonly<Record<string, Compare>>;

/** Returns the order of a column; undefined for natural order. */
export function orderOf(column: string | undefined): Compare | undefined {
  const orders: Readonly<Record<string, Compare>> = ORDERS;
  return column === undefined ? undefined : orders[column];
}

/** The path of a file's folder, with a trailing slash; empty for a file directly in the folder that is shown. */
function FolderName({ children }: { readonly children: string }) {
  if (children === '') return null;
  return (
    <Text span inherit c="dimmed">
      <PathName>{children}</PathName>
    </Text>
  );
}

/** The name of a file. A long name breaks after underscores first. */
function FileName({ children }: { readonly children: string }) {
  return (
    <bdi dir="ltr">
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
    <span className={classes.problem} title="The preview and jobs skip this image.">
      {imageProblemText(problem)}
    </span>
  );
}

function numberOf(item: ListingItem, read: (naming: NonNullable<FileItem['naming']>) => number): number {
  return item.isFolder || item.naming === undefined ? Number.POSITIVE_INFINITY : read(item.naming);
}

/** ISO-8601 times of the same zone can be compared as text. */
function compareTimes(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Compares items by a number, then by name. Items without the number come last. */
function byNumber(read: (item: ListingItem) => number): Compare {
  return (left, right) => {
    const [first, second] = [read(left), read(right)];
    return first === second ? compareNatural(itemName(left), itemName(right)) : first < second ? -1 : 1;
  };
}
