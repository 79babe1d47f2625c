import { Button, Group, Title } from '@mantine/core';
import type { Dispatch, ReactNode } from 'react';
import type { Card } from '@data-manager/domain/preflight/worklist';
import { counted } from '@data-manager/lib/plural';
import type { Choice, ChoiceEvent } from './choice';
import { DamagedCard, ForeignCard, ServerCard } from './DecisionCards';
import { BeyondCard, NamesCard, RefusedCard } from './NameCards';
import classes from './preflight.module.css';
import { isInvalid, type CheckedRow } from './rows';
import { ScansCard } from './ScansCard';

interface WorklistProps {
  readonly cards: readonly Card<CheckedRow>[];
  readonly rows: readonly CheckedRow[];
  readonly steps: Choice['steps'];
  readonly dispatch: Dispatch<ChoiceEvent>;
  readonly onRename: (rows: readonly CheckedRow[]) => void;
  readonly onTotal: (sections: string) => void;
  readonly onShowDamaged: () => void;
  /** What has not been checked yet or can't be. */
  readonly unchecked: 'contents' | 'server' | undefined;
  /** What is shown below the cards. */
  readonly contentLine: ReactNode;
}

/** The titles of an empty list while something is unchecked. */
const NO_PROBLEMS = {
  contents: 'No problems found so far',
  server: 'No other problems found',
} as const;

/** One card for each kind of problem, worst first, each with its proposed fix. */
export function Worklist({
  cards,
  rows,
  steps,
  dispatch,
  onRename,
  onTotal,
  onShowDamaged,
  unchecked,
  contentLine,
}: WorklistProps) {
  const render = (card: Card<CheckedRow>) => {
    switch (card.kind) {
      case 'names':
        return <NamesCard key={card.kind} card={card} dispatch={dispatch} onRename={onRename} />;
      case 'unstorable':
      case 'tooLarge':
        return <RefusedCard key={card.kind} card={card} dispatch={dispatch} />;
      case 'beyondTotal':
        return <BeyondCard key={card.kind} card={card} onTotal={onTotal} />;
      case 'scans':
        return <ScansCard key={card.kind} card={card} dispatch={dispatch} />;
      case 'elsewhere':
      case 'foreign':
        return <ForeignCard key={card.kind} card={card} dispatch={dispatch} />;
      case 'server':
        return <ServerCard key={card.kind} card={card} dispatch={dispatch} />;
      case 'damaged':
        return <DamagedCard key={card.kind} card={card} dispatch={dispatch} onShow={onShowDamaged} />;
    }
  };
  const invalid = rows.filter(isInvalid);
  return (
    <section aria-label="Problems" className={classes.problems}>
      <Group justify="space-between" gap="xs" mih="1.5rem">
        <Title order={2} size="h5">
          {cards.length > 0 ? 'Problems' : unchecked === undefined ? 'No problems found' : NO_PROBLEMS[unchecked]}
        </Title>
        <Group gap="xs">
          {invalid.length > 0 && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => dispatch({ type: 'removed', ids: invalid.map(({ id }) => id) })}
            >
              Skip invalid files
            </Button>
          )}
          <UndoButton steps={steps} onUndo={() => dispatch({ type: 'undone' })} />
        </Group>
      </Group>
      {cards.map(render)}
      {contentLine}
    </section>
  );
}

interface UndoButtonProps {
  readonly steps: Choice['steps'];
  readonly onUndo: () => void;
}

function UndoButton({ steps, onUndo }: UndoButtonProps) {
  const last = steps.at(-1);
  if (last === undefined) return null;
  const files = counted(last.rows.length, 'file');
  return (
    <Button size="compact-xs" variant="default" onClick={onUndo}>
      {last.kind === 'renamed' ? `Undo renaming of ${files}` : `Undo skipping of ${files}`}
    </Button>
  );
}
