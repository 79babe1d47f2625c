import { useIntersection } from '@mantine/hooks';
import { IconFile, IconPhoto } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { fileItem, type FileEntry, type FileItem } from '@data-manager/domain/listing/fileListing';
import { isNamedLikeTiff } from '@data-manager/domain/names/grammar';
import { shownName } from '@data-manager/domain/names/shownName';
import { useThunkExtra } from '../../../api/useThunkExtra';
import { useChannelColours } from '../channels/channelColours';
import type { ImageState } from '../loading/imageLoader';
import { sourceOf, type PictureSource } from '../loading/pictureSource';
import { usePlaceFromUrl } from '../usePreviewAddress';
import classes from './Thumbnail.module.css';
import { thumbnailsOf, type LoadedThumbnail } from './thumbnails';

/** Half a screen of rows beyond the visible part of a list, wherever on the page the list is. */
const NEAR_VIEW = { rootMargin: '5000px', scrollMargin: '300px' };

interface ThumbnailProps {
  readonly file: FileItem;
}

/** The thumbnail of a file in the colour of its channel, or a placeholder while it loads or if there is none. */
export function Thumbnail({ file }: ThumbnailProps) {
  if (hasThumbnail(file)) return <Picture file={file} />;
  const Icon = isNamedLikeImage(file) ? IconPhoto : IconFile;
  return (
    <span className={classes.frame}>
      <Icon size={16} aria-hidden />
    </span>
  );
}

/** Returns true for a file whose thumbnail is requested. */
export function hasThumbnail(file: FileItem): boolean {
  return isNamedLikeImage(file) && file.unreadable === undefined;
}

function isNamedLikeImage({ fileName }: FileItem): boolean {
  return isNamedLikeTiff(fileName) || /\.(png|jpe?g|webp)$/i.test(fileName);
}

/** The thumbnail of a stored file whose name is not parsed yet. */
export function EntryThumbnail({ entry }: { readonly entry: FileEntry }) {
  return <Thumbnail file={fileItem(entry)} />;
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
  if (state.status === 'ready' && state.value.url !== unreadableUrl) {
    const { url } = state.value;
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
    <span ref={ref} className={classes.frame} data-loading={(isNear && state.status === 'loading') || undefined}>
      <IconPhoto size={16} aria-hidden />
    </span>
  );
}

/**
 * Loads the thumbnail of an object while its place is near the view: a short list has all its rows in the document. Reloads it
 * when the object is replaced.
 */
function useThumbnail({ key, size, lastModified, page }: PictureSource, isNear: boolean): ImageState<LoadedThumbnail> {
  const thumbnails = thumbnailsOf(useThunkExtra());
  useEffect(
    () => (isNear ? thumbnails.request({ key, size, lastModified, page }) : undefined),
    [thumbnails, key, size, lastModified, page, isNear],
  );
  return useSyncExternalStore(thumbnails.subscribe, () => thumbnails.read({ key, size, lastModified, page }));
}
