import { Box, Group, Text } from '@mantine/core';
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

/** Large pictures stay beside each other on a narrow screen, with the words below them. */
const SIZES = {
  list: { edge: '4rem', columns: undefined },
  row: { edge: '6rem', columns: 'repeat(2, minmax(0, 22rem))' },
  page: { edge: 'min(28rem, 36vw)', columns: 'repeat(auto-fit, var(--app-thumbnail-size))' },
} as const;

interface PicturePairProps {
  /** Accessible name. */
  readonly label: string;
  readonly pictures: readonly PairedPicture[];
  /** Makes the pictures large enough to compare them: in the row of a list, or as wide as the page allows. */
  readonly size?: keyof typeof SIZES;
  /** The buttons that decide between the files. */
  readonly children?: ReactNode;
}

/** Alternative files of the same image, side by side, and the choice between them. */
export function PicturePair({ label, pictures, size = 'list', children }: PicturePairProps) {
  const { edge, columns } = SIZES[size];
  const isLarge = columns !== undefined;
  return (
    <Group
      role="group"
      aria-label={label}
      gap="0.5rem 0.75rem"
      w="100%"
      py={4}
      className={classes.pair ?? ''}
      style={{ '--app-thumbnail-size': edge }}
    >
      <Group
        gap="0.5rem 1.5rem"
        miw={0}
        flex="1 1 24rem"
        {...(isLarge && { display: 'grid', align: 'stretch', style: { gridTemplateColumns: columns } })}
      >
        {pictures.map(({ id, picture, title, note, isLeftOut = false }) => (
          <Group key={id} gap="xs" miw={0} wrap={isLarge ? 'wrap' : 'nowrap'}>
            {picture}
            <Box miw={0} style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
              <Text component="div" inherit {...(isLeftOut && { td: 'line-through' })}>
                {title}
              </Text>
              <Text component="div" inherit c="dimmed">
                {note}
              </Text>
            </Box>
          </Group>
        ))}
      </Group>
      {children}
    </Group>
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
