import { Text } from '@mantine/core';
import { unshownText } from '@data-manager/domain/pictures/pictureNotes';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted } from '@data-manager/lib/plural';
import classes from './preflight.module.css';
import type { CheckProgress } from './useContentChecks';

interface ContentLineProps extends CheckProgress {
  /** The number of damaged images. */
  readonly unreadable: number;
}

/**
 * The check of the contents of the chosen images, but for the damaged ones, which have a card. As high while they are checked as
 * afterwards.
 */
export function ContentLine({ checked, total, notRead, unshown, unreadable }: ContentLineProps) {
  const isChecking = checked < total;
  const texts = [...resultTexts(total, unreadable, notRead), ...unshownTexts(unshown)];
  // The card of damaged images stays while further images are checked.
  if (unreadable > 0 && (isChecking || texts.length === 0)) return null;
  return (
    <div className={classes.content}>
      {isChecking && (
        <Text size="sm" c="dimmed">{`Checking contents… ${formatCount(checked)} of ${formatCount(total)}`}</Text>
      )}
      <Text size="sm" aria-live="polite" c="dimmed">
        {!isChecking && total > 0 && texts.join(' · ')}
      </Text>
    </div>
  );
}

/** Images that can't be previewed are uploaded like others. */
function unshownTexts(reasons: readonly string[]): readonly string[] {
  return [...new Set(reasons)].map((reason) => {
    const count = reasons.filter((one) => one === reason).length;
    return `${counted(count, 'image')}: ${unshownText(reason)}`;
  });
}

function resultTexts(total: number, unreadable: number, notRead: number): readonly string[] {
  if (notRead > 0) return [`${counted(notRead, 'file')} could not be read`];
  if (unreadable > 0) return [];
  return [
    total === 1
      ? 'Contents checked: the image is a complete TIFF'
      : `Contents checked: all ${formatCount(total)} images are complete TIFFs`,
  ];
}
