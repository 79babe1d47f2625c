import { IconFile, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import type { FileItem } from '../../domain/listing/fileListing';
import { shownName } from '../../domain/names/shownName';
import { sourceOf } from './pictureSource';
import classes from './Thumbnail.module.css';
import { useThumbnail } from './useThumbnail';

interface ThumbnailProps {
  readonly file: FileItem;
}

/** A file's small picture; a quiet placeholder for what has none, or while it is on its way. */
export function Thumbnail({ file }: ThumbnailProps) {
  if (/\.(tiff?|png|jpe?g|webp)$/i.test(file.fileName)) return <Picture file={file} />;
  return (
    <span className={classes.frame}>
      <IconFile size={16} aria-hidden />
    </span>
  );
}

function Picture({ file }: ThumbnailProps) {
  const state = useThumbnail(sourceOf(file));
  // What calls itself a picture may be none.
  const [unreadableUrl, setUnreadableUrl] = useState<string | null>(null);
  if (state.status === 'ready' && state.url !== unreadableUrl) {
    const { url } = state;
    return (
      <img
        className={classes.frame}
        src={url}
        alt={shownName(file.fileName)}
        draggable={false}
        onError={() => setUnreadableUrl(url)}
      />
    );
  }
  return (
    <span className={classes.frame} data-loading={state.status === 'loading' || undefined}>
      <IconPhoto size={16} aria-hidden />
    </span>
  );
}

/** Renders the thumbnail of a file. A stable function for use as a prop. */
export function renderThumbnail(file: FileItem) {
  return <Thumbnail file={file} />;
}
