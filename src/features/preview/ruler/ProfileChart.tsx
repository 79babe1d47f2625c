import { Flex, Group } from '@mantine/core';
import {
  PROFILE_BOX,
  profilePath,
  profileRange,
  profileValueText,
  type ChannelProfile,
} from '@data-manager/domain/pictures/ruler/lineProfile';
import type { ShownChannel } from '../channels/shownChannels';
import pictureClasses from '../picture/SectionPicture.module.css';
import type { Profile } from './readProfile';
import classes from './Ruler.module.css';

interface ProfileChartProps {
  /** Undefined while it is being read. */
  readonly profile: Profile | undefined;
  readonly channels: readonly ShownChannel[];
  /** Length of the line with its unit, at the end of the axis. */
  readonly length: string;
  /** True if the axis is in µm. */
  readonly isMetric: boolean;
}

/** Draws the values of each visible channel along the ruler, each between its own lowest and highest value. */
export function ProfileChart({ profile, channels, length, isMetric }: ProfileChartProps) {
  const shown = channels.filter(({ isOn, picture, place }) => isOn && picture !== undefined && place !== undefined);
  const profileOf = (channel: number) => profile?.channels.find((one) => one.channel === channel);
  return (
    <>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${PROFILE_BOX} ${PROFILE_BOX}`}
        preserveAspectRatio="none"
        aria-hidden
      >
        {shown.map(({ channel, colour }) => (
          <ProfileLines key={channel} profile={profileOf(channel)} colour={colour} />
        ))}
      </svg>
      <Flex justify="space-between" c="dimmed" translate="no" aria-hidden>
        <span>{isMetric ? '0 µm' : '0 px'}</span>
        <span>{length}</span>
      </Flex>
      <Group component="ul" translate="no" gap="0 0.75rem" m={0} p={0} style={{ listStyle: 'none' }}>
        {shown.map(({ channel, label, colour }) => (
          <li key={channel}>
            <span className={pictureClasses.swatch} style={{ background: colour }} aria-hidden />
            <span>{`${label} ${rangeText(profileOf(channel))}`}</span>
          </li>
        ))}
      </Group>
    </>
  );
}

/** Red, green and blue of a colour image. */
const COLOURS = ['#ff5050', '#50ff50', '#7090ff'] as const;

function ProfileLines({ profile, colour }: { readonly profile: ChannelProfile | undefined; readonly colour: string }) {
  const range = profile && profileRange(profile);
  if (profile === undefined || range === undefined) return null;
  const isColoured = profile.samples.length >= COLOURS.length;
  return profile.samples.map((values, sample) => (
    <path key={sample} d={profilePath(values, range)} stroke={(isColoured ? COLOURS[sample] : undefined) ?? colour} />
  ));
}

function rangeText(profile: ChannelProfile | undefined): string {
  if (profile === undefined) return '…';
  const range = profileRange(profile);
  if (range === undefined) return 'no values along the line';
  const [lowest, highest] = [range.lowest, range.highest].map((value) => profileValueText(value, profile.type));
  return `min ${lowest}, max ${highest}${profile.note === undefined ? '' : ` (${profile.note})`}`;
}
