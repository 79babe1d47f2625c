import { useIntersection } from '@mantine/hooks';
import { IconPhoto } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { usePorts } from '../platform/portsContext';
import classes from './PicturePair.module.css';

/** Larger files are not decoded for a small picture. */
const MAX_PICTURE_BYTES = 64 * 1024 * 1024;

/** A short list has all its rows in the document, however far away they are. */
const NEAR_VIEW = { rootMargin: '300px', scrollMargin: '300px' };

interface PairedPicture {
  readonly id: string;
  readonly picture: ReactNode;
  readonly title: ReactNode;
  readonly note: ReactNode;
  /** True if the user has decided against this file. */
  readonly isLeftOut?: boolean;
}

interface PicturePairProps {
  /** Accessible name. */
  readonly label: string;
  readonly pictures: readonly PairedPicture[];
  /** Makes the pictures large enough to compare them. */
  readonly isLarge?: boolean;
  /** The buttons that decide between the files. */
  readonly children: ReactNode;
}

/** Alternative files of the same image, side by side, and the choice between them. */
export function PicturePair({ label, pictures, isLarge, children }: PicturePairProps) {
  return (
    <div className={classes.pair} role="group" aria-label={label} data-large={isLarge}>
      <div className={classes.files}>
        {pictures.map(({ id, picture, title, note, isLeftOut }) => (
          <div key={id} className={classes.file} data-left-out={isLeftOut === true || undefined}>
            {picture}
            <div className={classes.words}>
              <div className={classes.title}>{title}</div>
              <div className={classes.note}>{note}</div>
            </div>
          </div>
        ))}
      </div>
      {children}
    </div>
  );
}

/** A small picture of a file on the user's disk, or an icon if the browser can't show it. */
export function LocalPicture({ file }: { readonly file: File }) {
  const { convertToShownImage } = usePorts();
  const [url, setUrl] = useState<string>();
  const { ref, entry } = useIntersection<HTMLSpanElement>(NEAR_VIEW);
  const isNear = entry?.isIntersecting === true;
  useEffect(() => {
    if (!isNear || file.size === 0 || file.size > MAX_PICTURE_BYTES) return undefined;
    const stopped = new AbortController();
    let shown: string | undefined;
    const show = async (): Promise<void> => {
      const image = await convertToShownImage(file, stopped.signal);
      if (image === undefined || stopped.signal.aborted) return;
      shown = URL.createObjectURL(image);
      setUrl(shown);
    };
    void show();
    return () => {
      stopped.abort();
      if (shown !== undefined) URL.revokeObjectURL(shown);
      setUrl(undefined);
    };
  }, [file, isNear, convertToShownImage]);
  return (
    <span ref={ref} className={classes.picture}>
      {url === undefined ? <IconPhoto size={16} aria-hidden /> : <img className={classes.picture} src={url} alt="" />}
    </span>
  );
}
