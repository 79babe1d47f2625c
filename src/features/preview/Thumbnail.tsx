import { IconFile, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './Thumbnail.module.css';
import { useThumbnail } from './usePreview';

interface ThumbnailProps {
  /** Full key of the object. */
  readonly objectKey: string;
  readonly fileName: string;
}

/** A file's small picture; a quiet placeholder for what has none, or while it is on its way. */
export function Thumbnail({ objectKey, fileName }: ThumbnailProps) {
  if (/\.(tiff?|png|jpe?g|webp)$/i.test(fileName)) return <Picture objectKey={objectKey} fileName={fileName} />;
  return (
    <span className={classes.frame}>
      <IconFile size={16} aria-hidden />
    </span>
  );
}

function Picture({ objectKey, fileName }: ThumbnailProps) {
  const state = useThumbnail(objectKey);
  // A preview may come as a TIFF, which most browsers can't show.
  const [unreadableUrl, setUnreadableUrl] = useState<string | null>(null);
  if (state.status === 'ready' && state.url !== unreadableUrl) {
    const { url } = state;
    return (
      <img className={classes.frame} src={url} alt={fileName} draggable={false} onError={() => setUnreadableUrl(url)} />
    );
  }
  return (
    <span className={classes.frame} data-loading={state.status === 'loading' || undefined}>
      <IconPhoto size={16} aria-hidden />
    </span>
  );
}
