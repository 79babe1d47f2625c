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

/** The check of the contents of the chosen images. As high while they are checked as afterwards. */
export function ContentLine({ checked, total, notRead, unshown, unreadable }: ContentLineProps) {
  const isChecking = checked < total;
  return (
    <div className={classes.content}>
      {isChecking && (
        <Text size="sm" c="dimmed">{`Checking contents… ${formatCount(checked)} of ${formatCount(total)}`}</Text>
      )}
      <Text size="sm" aria-live="polite" {...(unreadable === 0 && { c: 'dimmed' })}>
        {!isChecking && total > 0 && [resultText(total, unreadable, notRead), ...unshownTexts(unshown)].join(' · ')}
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

function resultText(total: number, unreadable: number, notRead: number): string {
  const found = [
    unreadable > 0 && counted(unreadable, 'damaged image'),
    notRead > 0 && `${counted(notRead, 'file')} could not be read`,
  ].filter((part) => part !== false);
  if (found.length > 0) return found.join(' · ');
  return total === 1
    ? 'Contents checked: the image is a complete TIFF'
    : `Contents checked: all ${formatCount(total)} images are complete TIFFs`;
}
