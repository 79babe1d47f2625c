import { useIntersection } from '@mantine/hooks';
import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { IconFile, IconPhoto } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useDispatch } from 'react-redux';
import { readThunkExtra, type ThunkExtra } from '../../api/baseQuery';
import type { Failure } from '../../domain/failures/failure';
import { fileItem, type FileEntry, type FileItem } from '../../domain/listing/fileListing';
import { shownName } from '../../domain/names/shownName';
import { err, ok, type Result } from '../../lib/result';
import type { Ports } from '../../platform/ports';
import { useChannelColours } from './channelColours';
import { getFetchPreview, sourceOf, type PictureSource } from './pictureSource';
import classes from './Thumbnail.module.css';
import { createThumbnailLoader, type ThumbnailLoader, type ThumbnailState } from './thumbnailLoader';
import { usePlaceFromUrl } from './usePreviewAddress';

/** Half a screen of rows beyond the visible part of a list, wherever on the page the list is. */
const NEAR_VIEW = { rootMargin: '5000px', scrollMargin: '300px' };

interface ThumbnailProps {
  readonly file: FileItem;
}

/** The thumbnail of a file in the colour of its channel, or a placeholder while it loads or if there is none. */
export function Thumbnail({ file }: ThumbnailProps) {
  const isImage = /\.(tiff?|png|jpe?g|webp)$/i.test(file.fileName);
  if (isImage && file.unreadable === undefined) return <Picture file={file} />;
  const Icon = isImage ? IconPhoto : IconFile;
  return (
    <span className={classes.frame}>
      <Icon size={16} aria-hidden />
    </span>
  );
}

/** The thumbnail of a stored file whose name is not parsed yet. */
export function EntryThumbnail({ entry }: { readonly entry: FileEntry }) {
  const file = useMemo(() => fileItem(entry), [entry]);
  return <Thumbnail file={file} />;
}

function Picture({ file }: ThumbnailProps) {
  const { colourOf } = useChannelColours();
  const colour = file.naming && colourOf(file.naming.channel);
  const { page } = usePlaceFromUrl();
  const { ref, entry } = useIntersection<HTMLSpanElement>(NEAR_VIEW);
  const isNear = entry?.isIntersecting === true;
  const state = useThumbnail(sourceOf(file, page), isNear);
  // The browser may be unable to decode the image.
  const [unreadableUrl, setUnreadableUrl] = useState<string | null>(null);
  if (state.status === 'ready' && state.url !== unreadableUrl) {
    const { url } = state;
    return (
      <span ref={ref} className={classes.tinted}>
        <img
          className={classes.frame}
          src={url}
          alt={shownName(file.fileName)}
          draggable={false}
          onError={() => setUnreadableUrl(url)}
        />
        {colour !== undefined && <span className={classes.tint} style={{ backgroundColor: colour }} aria-hidden />}
      </span>
    );
  }
  return (
    <span
      ref={ref}
      className={classes.frame}
      title={state.status === 'failed' ? state.reason : undefined}
      data-loading={(isNear && state.status === 'loading') || undefined}
    >
      <IconPhoto size={16} aria-hidden />
    </span>
  );
}

/** Renders the thumbnail of a file. A stable function for use as a prop. */
export function renderThumbnail(file: FileItem) {
  return <Thumbnail file={file} />;
}

/** Scrolling through a list must not request a thumbnail for each row that passes by, ms. */
const REST_MS = 100;

/** One loader per store. */
const loaders = new WeakMap<ThunkExtra, ThumbnailLoader>();

/**
 * Loads the thumbnail of an object while its place is near the view: a short list has all its rows in the document. Reloads it
 * when the object is replaced.
 */
function useThumbnail({ key, size, lastModified, page }: PictureSource, isNear: boolean): ThumbnailState {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const source = useMemo(() => ({ key, size, lastModified, page }), [key, size, lastModified, page]);
  const [shown, setShown] = useState<{ readonly source: PictureSource; readonly state: ThumbnailState } | null>(null);

  useEffect(
    () => (isNear ? dispatch(findLoader).watch(source, (state) => setShown({ source, state })) : undefined),
    [dispatch, source, isNear],
  );
  return shown?.source === source ? shown.state : { status: 'loading' };
}

/** Converts images that browsers cannot display, such as TIFF. */
async function toDisplayable(
  ports: Ports,
  image: Blob,
  signal: AbortSignal,
  page: number | undefined,
): Promise<Result<Blob, Failure>> {
  if (/^image\/(png|jpeg|webp)/.test(image.type)) return ok(image);
  const shown = await ports.convertToShownImage(image, signal, page);
  return shown === undefined ? err({ kind: 'bad-answer', endpoint: 'get-thumbnail-image', field: 'body' }) : ok(shown);
}

const findLoader: ThunkAction<ThumbnailLoader, unknown, unknown, UnknownAction> = (
  _dispatch,
  _getState,
  extraArgument,
) => {
  const extra = readThunkExtra(extraArgument);
  const known = loaders.get(extra);
  if (known !== undefined) return known;
  const fetchPreview = getFetchPreview(extra);
  const loader = createThumbnailLoader({
    fetchBlob: async ({ key, page }, signal) => {
      const result = await fetchPreview('thumbnail', key, signal, page);
      return result.ok ? toDisplayable(extra.ports, result.value.blob, signal, page) : result;
    },
    createUrl: (blob) => URL.createObjectURL(blob),
    revokeUrl: (url) => URL.revokeObjectURL(url),
    restMs: REST_MS,
  });
  loaders.set(extra, loader);
  return loader;
};
