import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { keysAtPlace } from '@data-manager/domain/listing/keysAtPlace';
import { matchesFilters, type ListQuery } from '@data-manager/domain/listing/listQuery';
import { channelCode, layerName } from '@data-manager/domain/names/grammar';
import type { Arrivals } from '@data-manager/domain/uploads/arrivals';
import { formatCount } from '@data-manager/lib/formatNumber';
import { useDeletedImages } from '../../api/activity';
import { EmptyState } from '../../ui/EmptyState';
import { RestoreButton } from '../../widgets/RestoreButton';
import type { RenderUpload } from './renderUpload';

interface MissingImagesProps {
  /** Path of the folder, without a trailing slash. */
  readonly path: string;
  readonly query: ListQuery;
  /** The uploads into the list. */
  readonly arrivals: Pick<Arrivals, 'sending' | 'arrived'> | undefined;
  /** The buttons that clear the filters. */
  readonly hint: ReactNode;
  readonly renderUpload: RenderUpload | undefined;
}

/** Names the images that a filter looks for: they are missing, arriving or deleted. Deleted images can be restored. */
export function MissingImages({ path, query, arrivals, hint, renderUpload }: MissingImagesProps) {
  const deleted = (useDeletedImages(path) ?? []).filter((image) => matchesFilters(image, query));
  const uploads = [...(arrivals?.sending ?? []), ...(arrivals?.arrived ?? [])];
  const arriving = keysAtPlace(
    uploads.map(({ key }) => key),
    path,
    query,
  );
  const upload = renderUpload?.({ isPrimary: false, label: 'Upload missing images' });
  const states = [
    arriving.length > 0 && `${formatCount(arriving.length)} in the upload queue`,
    deleted.length > 0 && `${formatCount(deleted.length)} deleted`,
  ].filter((state) => state !== false);
  return (
    <EmptyState
      title={`${placeText(query)}: ${states.length === 0 ? 'missing' : states.join(', ')}`}
      hint={hint}
      action={
        <Group gap="xs">
          {deleted.length > 0 && <RestoreButton keys={deleted.map(({ key }) => key)} label="Restore" />}
          {upload}
        </Group>
      }
    />
  );
}

/** Returns `Section 17, L01, ch02` or `Sections 17, 20–22`. */
function placeText({ sections, layers, channels }: ListQuery): string {
  const numbers = sections.map(({ first = 0, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
  const title = `${isOneSection(sections) ? 'Section' : 'Sections'} ${numbers}`;
  return [title, ...layers.map(layerName), ...channels.map(channelCode)].join(', ');
}

/** Returns true if a filter names a single section. */
export function isOneSection([only, ...others]: ListQuery['sections']): boolean {
  return others.length === 0 && only?.first === only?.last;
}
