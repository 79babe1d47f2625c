import { Box, Flex, Skeleton } from '@mantine/core';
import channelClasses from './channels/ChannelRow.module.css';
import { reservedChannels } from './channels/reservedChannels';
import pictureClasses from './picture/SectionPicture.module.css';
import classes from './SectionPreview.module.css';
import sliderClasses from './SectionSlider.module.css';

/** Placeholder of the preview with the same height, to avoid a layout shift. */
export function PreviewOutline({ channels }: { readonly channels: number }) {
  return (
    <div className={classes.preview} aria-hidden>
      <Flex flex="none" align="center" mih={30}>
        <Skeleton height={20} width="6rem" />
      </Flex>
      <div className={classes.viewer}>
        <div className={classes.stage}>
          <div className={pictureClasses.picture}>
            <Skeleton className={pictureClasses.frame ?? ''} />
          </div>
          <div className={sliderClasses.slider}>
            <Skeleton height={24} style={{ gridColumn: '1 / -1' }} />
            <span className={sliderClasses.ends}>&nbsp;</span>
          </div>
        </div>
        <div className={classes.settings}>
          <Skeleton height={22} width="5rem" />
          <Box className={classes.channels ?? ''} style={{ '--channels': reservedChannels(channels) }}>
            {Array.from({ length: reservedChannels(channels) }, (_, index) => (
              <div key={index} className={channelClasses.channel}>
                <Skeleton height={24} />
              </div>
            ))}
          </Box>
        </div>
      </div>
    </div>
  );
}
