import { NativeSelect, Text } from '@mantine/core';
import type { DuplicateImages, ImageChoice } from '@data-manager/domain/jobs/jobPlan';
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

/** The images of a place: the one that is used, and those that are skipped. */
function Place({ duplicate: { place, label, images, used }, rootPath, onPick }: PlaceProps) {
  return (
    <li>
      <fieldset className={classes.place}>
        <legend className={classes.label}>{label}</legend>
        {images.map((image) => (
          <label key={image.path} className={classes.image}>
            <input type="radio" name={place} checked={image === used} onChange={() => onPick(image.path)} />
            <span>
              {image !== used && 'Skipped: '}
              <bdi>{`${shownName(image.path.slice(rootPath.length + 1))}, ${formatTime(image.lastModified)}`}</bdi>
            </span>
          </label>
        ))}
      </fieldset>
    </li>
  );
}
