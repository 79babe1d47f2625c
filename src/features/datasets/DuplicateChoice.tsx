import { NativeSelect, Text } from '@mantine/core';
import type { DuplicateImages, ImageChoice } from '@data-manager/domain/jobs/jobPlan';
import type { FileItem } from '@data-manager/domain/listing/fileListing';
import { shownName } from '@data-manager/domain/names/shownName';
import { formatCount } from '@data-manager/lib/formatNumber';
import { formatTime } from '@data-manager/lib/formatTime';
import { counted, plural } from '@data-manager/lib/plural';
import classes from './DuplicateChoice.module.css';

/** Further places follow the rule. Listing thousands of them would block the page. */
const MAX_PLACES = 50;

interface DuplicateChoiceProps {
  readonly duplicates: readonly DuplicateImages[];
  /** `sponsor/project/dataset` */
  readonly rootPath: string;
  readonly choice: ImageChoice;
  readonly onChange: (choice: ImageChoice) => void;
}

/** Chooses which of several images of the same section, layer and channel a job uses. */
export function DuplicateChoice({ duplicates, rootPath, choice, onChange }: DuplicateChoiceProps) {
  const count = duplicates.length;
  const more = count - MAX_PLACES;
  return (
    <div className={classes.choice}>
      <NativeSelect
        label={`${counted(count, 'image')} scanned twice. Use`}
        size="xs"
        data={[
          { value: 'latest', label: 'the latest scan of each' },
          { value: 'first', label: 'the first of each by name' },
        ]}
        value={choice.rule}
        onChange={(event) =>
          onChange({ rule: event.currentTarget.value === 'first' ? 'first' : 'latest', picked: new Map() })
        }
      />
      <ul className={classes.places} aria-label="Images scanned twice">
        {duplicates.slice(0, MAX_PLACES).map((duplicate) => (
          <Place
            key={duplicate.place}
            duplicate={duplicate}
            rootPath={rootPath}
            onPick={(key) => onChange({ ...choice, picked: new Map(choice.picked).set(duplicate.place, key) })}
          />
        ))}
      </ul>
      {more > 0 && (
        <Text size="xs" c="dimmed">
          {`${formatCount(more)} more ${plural(more, 'follows', 'follow')} the choice above.`}
        </Text>
      )}
    </div>
  );
}

interface PlaceProps extends Pick<DuplicateChoiceProps, 'rootPath'> {
  readonly duplicate: DuplicateImages;
  readonly onPick: (key: string) => void;
}

/** The image that is used for a place, and those that are skipped. */
function Place({ duplicate: { label, images, used }, rootPath, onPick }: PlaceProps) {
  const textOf = ({ path, lastModified }: FileItem) =>
    `${shownName(path.slice(rootPath.length + 1))}, ${formatTime(lastModified)}`;
  const skipped = images.filter((image) => image !== used);
  return (
    <li>
      <NativeSelect
        label={label}
        size="xs"
        data={images.map((image) => ({ value: image.path, label: textOf(image) }))}
        value={used.path}
        onChange={(event) => onPick(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed" className={classes.skipped ?? ''}>
        Skipped: <bdi>{skipped.map(textOf).join('; ')}</bdi>
      </Text>
    </li>
  );
}
