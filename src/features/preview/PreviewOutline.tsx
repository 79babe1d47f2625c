import { Skeleton, Stack } from '@mantine/core';
import classes from './SectionPreview.module.css';

/** Placeholder of the preview with the same height, to avoid a layout shift. */
export function PreviewOutline({ channels }: { readonly channels: number }) {
  return (
    <Stack gap={6} className={classes.preview} aria-hidden>
      <div className={classes.head}>
        <Skeleton height={20} width="6rem" />
      </div>
      <Skeleton className={classes.pictureOutline ?? ''} />
      <div className={classes.slider}>
        <Skeleton height={24} className={classes.sliderOutline ?? ''} />
        <span className={classes.ends}>&nbsp;</span>
      </div>
      <div className={classes.channels}>
        {Array.from({ length: Math.max(1, channels) }, (_, index) => (
          <div key={index} className={classes.channel}>
            <Skeleton height={24} className={classes.channelOutline ?? ''} />
          </div>
        ))}
      </div>
      <Skeleton height={16} width="12rem" />
    </Stack>
  );
}
