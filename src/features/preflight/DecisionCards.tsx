import { Button, Group } from '@mantine/core';
import type { Dispatch } from 'react';
import { shownName } from '@data-manager/domain/names/shownName';
import { needsDecision, type Card } from '@data-manager/domain/preflight/worklist';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted, plural } from '@data-manager/lib/plural';
import { ToggleButton } from '../../ui/ToggleButton';
import { ProblemCard } from '../../widgets/ProblemCard';
import { CardFiles, CardName } from './Card';
import type { ChoiceEvent } from './choice';
import type { CheckedRow, CollisionDecision } from './rows';

type CardOf<Kind> = Extract<Card<CheckedRow>, { readonly kind: Kind }>;

interface DecisionCardProps<Kind> {
  readonly card: CardOf<Kind>;
  readonly dispatch: Dispatch<ChoiceEvent>;
}

interface LeaveOutProps {
  /** Undefined: not decided. */
  readonly isLeftOut: boolean | undefined;
  readonly onDecide: (isLeftOut: boolean) => void;
}

function LeaveOutButtons({ isLeftOut, onDecide }: LeaveOutProps) {
  return (
    <>
      <ToggleButton pressed={isLeftOut === true} onClick={() => onDecide(true)}>
        Leave out
      </ToggleButton>
      <ToggleButton pressed={isLeftOut === false} onClick={() => onDecide(false)}>
        Upload anyway
      </ToggleButton>
    </>
  );
}

interface DamagedCardProps extends DecisionCardProps<'damaged'> {
  /** Shows the damaged images in the list. */
  readonly onShow: () => void;
}

/** Damaged images, which are left out unless the user wants them. As high as the line that it replaces. */
export function DamagedCard({ card: { rows, isLeftOut }, dispatch, onShow }: DamagedCardProps) {
  const [they, them] = rows.length === 1 ? ['It is', 'it'] : ['They are', 'them'];
  return (
    <ProblemCard
      title={counted(rows.length, 'damaged image')}
      blocks={false}
      isSolved={isLeftOut}
      text={
        isLeftOut
          ? `${they} not uploaded, because previews and jobs can’t read ${them}.`
          : `${they} uploaded. Previews and jobs skip ${them}.`
      }
      actions={
        <>
          <Button size="compact-xs" variant="subtle" aria-label="Show damaged images" onClick={onShow}>
            Show
          </Button>
          <LeaveOutButtons
            isLeftOut={isLeftOut}
            onDecide={(leavesOut) => dispatch({ type: 'unreadableLeftOut', isLeftOut: leavesOut })}
          />
        </>
      }
    />
  );
}

/** Files whose names begin with another dataset's name, or with none. */
export function ForeignCard({ card, dispatch }: DecisionCardProps<'elsewhere' | 'foreign'>) {
  const { kind, rows, titles, isLeftOut } = card;
  const files = `${counted(rows.length, 'file')} ${plural(rows.length, 'is', 'are')}`;
  const isElsewhere = kind === 'elsewhere';
  const decide = (leavesOut: boolean) => {
    const ids = rows.map(({ id }) => id);
    dispatch({ type: 'kept', kept: leavesOut ? [] : ids, leftOut: leavesOut ? ids : [] });
  };
  return (
    <ProblemCard
      title={isElsewhere ? `${files} named for another dataset` : `${files} not named for this dataset`}
      blocks={needsDecision(card)}
      isSolved={isLeftOut !== undefined}
      text={
        isElsewhere
          ? `The names begin with ${titles.map(shownName).join(', ')}. Check the destination.`
          : 'The names do not begin with the name of the dataset. Check the destination.'
      }
      {...(isElsewhere && { actions: <LeaveOutButtons isLeftOut={isLeftOut} onDecide={decide} /> })}
    >
      {isElsewhere && (
        <CardFiles label="Files named for another dataset" rows={rows} idOf={({ id }) => id}>
          {({ name }) => <CardName>{name}</CardName>}
        </CardFiles>
      )}
    </ProblemCard>
  );
}

/** Files on the server: identical ones are left out, and the user decides about the others. */
export function ServerCard({ card, dispatch }: DecisionCardProps<'server'>) {
  const { rows, contents } = card;
  const isIdentical = contents.identical === rows.length;
  const decide = (decision: CollisionDecision) => {
    const decided = isIdentical ? rows : rows.filter(({ content }) => content !== 'identical');
    dispatch({ type: 'decided', ids: decided.map(({ id }) => id), decision });
  };
  return (
    <ProblemCard
      title={`${counted(rows.length, 'file')} ${plural(rows.length, 'is', 'are')} on the server already`}
      blocks={needsDecision(card)}
      isSolved={!needsDecision(card)}
      text={contentsText(card)}
      actions={
        <Group role="group" aria-label="Files already on the server" gap={6}>
          <Button size="compact-xs" variant="default" onClick={() => decide('skip')}>
            Skip all
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => decide('replace')}>
            Replace all
          </Button>
        </Group>
      }
    />
  );
}

function contentsText({ contents, rows }: CardOf<'server'>): string {
  const { identical, different, unknown, waiting, undecided } = contents;
  if (waiting > 0 && undecided > 0) return 'Comparing the contents…';
  const leftOut = rows.filter(({ decision }) => decision === 'skip').length;
  const replaced = rows.filter(({ decision }) => decision === 'replace').length;
  return [
    identical > 0 && `${formatCount(identical)} identical`,
    different > 0 && `${formatCount(different)} different`,
    unknown > 0 && `${formatCount(unknown)} not comparable`,
    leftOut > 0 && `${formatCount(leftOut)} left out`,
    replaced > 0 && `${formatCount(replaced)} to replace`,
    undecided > 0 && `Skip or replace ${formatCount(undecided)}`,
  ]
    .filter((part) => part !== false)
    .join(' · ');
}
