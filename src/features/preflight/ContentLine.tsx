import { Checkbox, Text } from '@mantine/core';
import { startTransition, useCallback, useId, type Dispatch } from 'react';
import type { ImageProblem } from '../../domain/listing/fileListing';
import { formatCount } from '../../lib/formatNumber';
import { counted, plural } from '../../lib/plural';
import { ToggleButton } from '../../ui/ToggleButton';
import classes from './preflight.module.css';
import type { Choice, ChoiceEvent } from './useChoice';
import { useContentChecks } from './useContentChecks';

interface ContentLineProps {
  readonly choice: Choice;
  /** True if the table shows only the unreadable images. */
  readonly isShown: boolean;
  readonly onShow: (isShown: boolean) => void;
  readonly dispatch: Dispatch<ChoiceEvent>;
}

/**
 * Checks the contents of the chosen images, and lets the user exclude unreadable ones. Has the same height before and
 * after the check, so that nothing moves when it ends.
 */
export function ContentLine({ choice, isShown, onShow, dispatch }: ContentLineProps) {
  const textId = useId();
  const report = useCallback(
    (problems: ReadonlyMap<File, ImageProblem>) => startTransition(() => dispatch({ type: 'problemsFound', problems })),
    [dispatch],
  );
  const { checked, total, notRead, unshown } = useContentChecks(choice.rows, choice.readings > 0, report);
  const unreadable = choice.rows.filter(({ imageProblem }) => imageProblem !== undefined).length;
  const isChecking = checked < total;
  return (
    <div className={classes.content}>
      {isChecking && (
        <Text size="sm" c="dimmed">{`Checking contents… ${formatCount(checked)} of ${formatCount(total)}`}</Text>
      )}
      <Text size="sm" aria-live="polite" id={textId} {...(unreadable === 0 && { c: 'dimmed' })}>
        {!isChecking && total > 0 && [resultText(total, unreadable, notRead), ...unshownText(unshown)].join(' · ')}
      </Text>
      {!isChecking && unreadable > 0 && (
        <>
          <ToggleButton pressed={isShown} label="Show unreadable images" onClick={() => onShow(!isShown)}>
            Show
          </ToggleButton>
          <Checkbox
            size="xs"
            label="upload anyway"
            aria-describedby={textId}
            checked={!choice.leavesOutUnreadable}
            onChange={({ currentTarget: { checked: isSent } }) =>
              dispatch({ type: 'unreadableLeftOut', isLeftOut: !isSent })
            }
          />
        </>
      )}
    </div>
  );
}

/** Images that can't be previewed are uploaded like others. */
function unshownText(reasons: readonly string[]): readonly string[] {
  if (reasons.length === 0) return [];
  return [`${counted(reasons.length, 'image')} can’t be previewed: ${[...new Set(reasons)].join(', ')}`];
}

function resultText(total: number, unreadable: number, notRead: number): string {
  const found = [
    unreadable > 0 && `${counted(unreadable, 'image')} ${plural(unreadable, 'is', 'are')} unreadable`,
    notRead > 0 && `${counted(notRead, 'file')} could not be read`,
  ].filter((part) => part !== false);
  if (found.length > 0) return found.join(' · ');
  return total === 1
    ? 'Contents checked: the image is a complete TIFF'
    : `Contents checked: all ${formatCount(total)} images are complete TIFFs`;
}
