import { Button, Flex, Stack, Text } from '@mantine/core';
import { profileTable } from '@data-manager/domain/pictures/ruler/lineProfile';
import { lengthText, lineLength, type PictureLine } from '@data-manager/domain/pictures/ruler/pictureLine';
import { useCopy } from '../../../ui/useCopy';
import type { ShownChannel } from '../channels/shownChannels';
import { pixelEdgeOf, type SectionGeometry } from '../picture/sectionGeometry';
import { ProfileChart } from './ProfileChart';
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
    <Stack flex="none" gap={4} py={6} role="group" aria-label="Intensity profile">
      <Flex wrap="wrap" gap="0.25rem 0.5rem" align="center">
        <Text component="output" inherit fw={600} translate="no" aria-label="Length">
          {length}
        </Text>
        {pixelEdge === undefined && (
          <Text component="span" inherit c="dimmed">
            pixel size unknown
          </Text>
        )}
        <Button size="compact-xs" onClick={() => copy(length, 'Length copied.')}>
          Copy length
        </Button>
        <Button
          size="compact-xs"
          disabled={profile === undefined}
          onClick={() => copy(profileTable(profile?.pixels ?? [], named, pixelEdge), 'Values copied.')}
        >
          Copy values
        </Button>
      </Flex>
      <ProfileChart profile={profile} channels={channels} length={length} isMetric={pixelEdge !== undefined} />
    </Stack>
  );
}
