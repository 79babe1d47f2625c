import { Box, Skeleton } from '@mantine/core';
import channelClasses from './ChannelRow.module.css';
import pictureClasses from './SectionPicture.module.css';
import classes from './SectionPreview.module.css';
import sliderClasses from './SectionSlider.module.css';

/** Placeholder of the preview with the same height, to avoid a layout shift. */
export function PreviewOutline({ channels }: { readonly channels: number }) {
  return (
    <div className={classes.preview} aria-hidden>
      <div className={classes.head}>
        <Skeleton height={20} width="6rem" />
      </div>
      <div className={classes.viewer}>
        <div className={classes.stage}>
          <div className={pictureClasses.picture}>
            <Skeleton className={pictureClasses.frame ?? ''} />
          </div>
          <div className={sliderClasses.slider}>
            <Skeleton height={24} className={classes.sliderOutline ?? ''} />
            <span className={sliderClasses.ends}>&nbsp;</span>
          </div>
        </div>
        <div className={classes.settings}>
          <Skeleton height={16} width="12rem" />
          <Box className={classes.channels ?? ''} style={{ '--channels': Math.max(1, channels) }}>
            {Array.from({ length: Math.max(1, channels) }, (_, index) => (
              <div key={index} className={channelClasses.channel} data-on>
                <Skeleton height={24} />
              </div>
            ))}
          </Box>
        </div>
      </div>
    </div>
  );
}
