import { Button } from '@mantine/core';
import { profileTable } from '@data-manager/domain/pictures/lineProfile';
import { lengthText, lineLength, type PictureLine } from '@data-manager/domain/pictures/pictureLine';
import { useCopy } from '../../ui/useCopy';
import { ProfileChart } from './ProfileChart';
import classes from './Ruler.module.css';
import { pixelEdgeOf, type SectionGeometry } from './sectionGeometry';
import type { ShownChannel } from './shownChannels';
import { useProfile } from './useProfile';

interface RulerPanelProps {
  readonly line: PictureLine;
  readonly geometry: SectionGeometry;
  readonly channels: readonly ShownChannel[];
  /** Edge of a pixel of the section's finest image, µm. */
  readonly pixelSize: number | undefined;
}

/** The length of the ruler, and the values of the visible channels along it. */
export function RulerPanel({ line, geometry, channels, pixelSize }: RulerPanelProps) {
  const copy = useCopy();
  const pixelEdge = pixelEdgeOf(channels, geometry, pixelSize);
  const length = lengthText(lineLength(line), pixelEdge);
  const profile = useProfile(line, geometry, channels);
  const named = (profile?.channels ?? []).flatMap((one) => {
    const shown = channels.find(({ channel }) => channel === one.channel);
    return shown === undefined ? [] : [{ ...one, label: shown.label }];
  });
  return (
    <div className={classes.panel} role="group" aria-label="Intensity profile">
      <div className={classes.head}>
        <output aria-label="Length" className={classes.length}>
          {length}
        </output>
        {pixelEdge === undefined && <span className={classes.unknown}>pixel size unknown</span>}
        <Button size="compact-xs" variant="default" onClick={() => copy(length, 'Length copied.')}>
          Copy length
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={profile === undefined}
          onClick={() => copy(profileTable(profile?.pixels ?? [], named, pixelEdge), 'Values copied.')}
        >
          Copy values
        </Button>
      </div>
      <ProfileChart profile={profile} channels={channels} length={length} isMetric={pixelEdge !== undefined} />
    </div>
  );
}
