import { Box, Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { fileDateText } from '@data-manager/domain/listing/fileDate';
import { shownName } from '@data-manager/domain/names/shownName';
import { pathInDataset, shownScansText } from '@data-manager/domain/scans/imageChoice';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted, plural } from '@data-manager/lib/plural';
import { useFeature } from '../../api/configuration';
import classes from './DuplicateChoice.module.css';
import { useImageChoice, type DuplicateScans } from './scanChoices';

/** Further places follow the rule. Listing thousands of them would block the page. */
const MAX_PLACES = 50;

type ScansProps = Omit<DuplicateScans, 'shownFiles'>;

/** Chooses which of several images of the same section, layer and channel is shown and used by jobs. */
export function DuplicateChoice({ duplicates, id, rootPath }: ScansProps) {
  const [choice, choose] = useImageChoice(id);
  const count = duplicates.length;
  const more = count - MAX_PLACES;
  return (
    <Stack gap="xs">
      <NativeSelect
        label={`${counted(count, 'image')} scanned twice. Use`}
        size="xs"
        data={[
          { value: 'latest', label: 'the latest scan of each' },
          { value: 'first', label: 'the first of each by name' },
        ]}
        value={choice.rule}
        onChange={(event) => choose({ rule: event.currentTarget.value === 'first' ? 'first' : 'latest', picked: {} })}
      />
      <Box
        mah="20rem"
        p="xs"
        bd="1px solid var(--mantine-color-default-border)"
        bdrs="sm"
        style={{ overflowY: 'auto' }}
      >
        <DuplicatePlaces duplicates={duplicates.slice(0, MAX_PLACES)} id={id} rootPath={rootPath} />
      </Box>
      {more > 0 && (
        <Text size="xs" c="dimmed">
          {`${formatCount(more)} more ${plural(more, 'follows', 'follow')} the choice above.`}
        </Text>
      )}
    </Stack>
  );
}

interface ScansOfSectionProps extends ScansProps {
  readonly section: number;
  readonly layer: number;
}

/** Chooses among the scans of a section. Renders nothing if none of its images was scanned twice. */
export function ScansOfSection({ section, layer, duplicates, ...scans }: ScansOfSectionProps) {
  const own = duplicates.filter(({ used: { naming } }) => naming?.layer === layer && Number(naming.title) === section);
  return own.length === 0 ? null : <DuplicatePlaces {...scans} duplicates={own} />;
}

/** The images of each place: the image that is shown and used, and the skipped images. */
function DuplicatePlaces({ duplicates, id, rootPath }: ScansProps) {
  const [choice, choose] = useImageChoice(id);
  // The places can be on the page and in a dialog at the same time.
  const listId = useId();
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Images scanned twice">
      {duplicates.map(({ place, label, images, used, reason }) => (
        <li key={place}>
          <Text component="fieldset" size="xs" bd={0}>
            <Text component="legend" size="xs" fw={500}>
              {label}
            </Text>
            {images.map((image) => (
              <Group
                component="label"
                key={image.path}
                gap="xs"
                wrap="nowrap"
                align="flex-start"
                py={4}
                className={classes.image ?? ''}
              >
                <input
                  type="radio"
                  name={`${listId} ${place}`}
                  checked={image === used}
                  onChange={() =>
                    choose({ ...choice, picked: { ...choice.picked, [place]: pathInDataset(image, rootPath) } })
                  }
                />
                <span>
                  {image !== used && <span>Left out: </span>}
                  <bdi translate="no">{`${shownName(pathInDataset(image, rootPath))}, ${fileDateText(image)}`}</bdi>
                </span>
              </Group>
            ))}
            {reason === 'undated' && (
              <Text size="xs">
                Which scan is the latest is not known. The first by name is used: choose another one here.
              </Text>
            )}
          </Text>
        </li>
      ))}
    </Stack>
  );
}

/** Says which of the scans are shown, and opens the choice among them. */
export function ShownScans(props: ScansProps) {
  const canChoose = useFeature('pipelines.choose');
  const [isOpen, setOpen] = useState(false);
  if (props.duplicates.length === 0) return null;
  return (
    <>
      <span>{`${shownScansText(props.duplicates)} `}</span>
      <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
        Choose scans
      </Button>
      <Modal title="Choose scans" size="lg" opened={isOpen} onClose={() => setOpen(false)}>
        <DuplicateChoice {...props} />
        {!canChoose && <Text size="xs">Jobs on this server use the first by name.</Text>}
      </Modal>
    </>
  );
}
