import { Group } from '@mantine/core';
import { shownName } from '../../domain/names/shownName';
import { formatTime } from '../../lib/formatTime';
import { ToggleButton } from '../../ui/ToggleButton';
import type { CheckedRow, CollisionDecision } from './choice';
import classes from './preflight.module.css';
import { preflightWords } from './preflightWords';

interface CollisionChoiceProps {
  readonly row: CheckedRow;
  readonly tabIndex: 0 | -1;
  readonly onDecide: (decision: CollisionDecision) => void;
}

/** For a file whose key is taken: what stands there, and whether to skip or to replace it. */
export function CollisionChoice({ row, tabIndex, onDecide }: CollisionChoiceProps) {
  if (row.onServer === undefined) return null;
  const { size, lastModified } = row.onServer;
  const button = (decision: CollisionDecision, label: string, nameOf: (file: string) => string) => (
    <ToggleButton
      pressed={row.decision === decision}
      label={nameOf(shownName(row.file.name))}
      tabIndex={tabIndex}
      onClick={() => onDecide(decision)}
    >
      {label}
    </ToggleButton>
  );
  return (
    <Group gap="xs">
      {button('skip', preflightWords.skip, preflightWords.skipFile)}
      {button('replace', preflightWords.replace, preflightWords.replaceFile)}
      <span className={classes.note}>{preflightWords.onServer(size, lastModified && formatTime(lastModified))}</span>
    </Group>
  );
}
