import { Button, Group } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useMemo, useState, type ReactNode } from 'react';
import { keysAtPlace } from '@data-manager/domain/listing/keysAtPlace';
import type { ListQuery } from '@data-manager/domain/listing/listQuery';
import { channelCode, layerName } from '@data-manager/domain/names/grammar';
import type { Arrivals } from '@data-manager/domain/uploads/arrivals';
import { formatCount } from '@data-manager/lib/formatNumber';
import { useCanListDeleted, useListDeletedQuery } from '../../api/activity';
import { useFeature } from '../../api/configuration';
import { EmptyState } from '../../ui/EmptyState';
import { useRestoreFiles } from '../../widgets/useRestoreFiles';
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

/** Names the images that a filter looks for: they are missing, arriving or deleted. Deleted ones can be restored. */
export function MissingImages({ path, query, arrivals, hint, renderUpload }: MissingImagesProps) {
  const deleted = useDeletedImages(path, query);
  const uploads = [...(arrivals?.sending ?? []), ...(arrivals?.arrived ?? [])];
  const arriving = keysAtPlace(
    uploads.map(({ key }) => key),
    path,
    query,
  );
  const upload = renderUpload?.({ isPrimary: false, label: 'Upload missing images' });
  const states = [
    arriving.length > 0 && `${formatCount(arriving.length)} arriving`,
    deleted.length > 0 && `${formatCount(deleted.length)} deleted`,
  ].filter((state) => state !== false);
  return (
    <EmptyState
      title={`${placeText(query)}: ${states.length === 0 ? 'missing' : states.join(', ')}`}
      hint={hint}
      action={
        <Group gap="xs">
          {deleted.length > 0 && <RestoreButton keys={deleted} />}
          {upload}
        </Group>
      }
    />
  );
}

/** Returns the keys of the images of a place that were deleted and can be restored. */
function useDeletedImages(path: string, query: ListQuery): readonly string[] {
  const canRestore = useFeature('files.restore');
  const isOffered = useCanListDeleted() && canRestore;
  const { data } = useListDeletedQuery(isOffered ? undefined : skipToken, { refetchOnMountOrArgChange: true });
  return useMemo(() => {
    const files = (data ?? []).filter(({ kind }) => kind === 'file');
    return keysAtPlace(
      files.map(({ id }) => id),
      path,
      query,
    );
  }, [data, path, query]);
}

function RestoreButton({ keys }: { readonly keys: readonly string[] }) {
  const restore = useRestoreFiles();
  const [isRestoring, setRestoring] = useState(false);
  const run = async () => {
    setRestoring(true);
    await restore(keys);
    setRestoring(false);
  };
  return (
    <Button size="xs" loading={isRestoring} onClick={() => void run()}>
      Restore
    </Button>
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
