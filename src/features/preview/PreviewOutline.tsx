import { Skeleton, Stack } from '@mantine/core';
import classes from './SectionPreview.module.css';

/** The outline of a preview that is on its way, as high as it: what stands below must not jump. */
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
