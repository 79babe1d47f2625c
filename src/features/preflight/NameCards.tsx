import { Button } from '@mantine/core';
import type { Dispatch } from 'react';
import { ERROR_CATALOGUE } from '@data-manager/domain/failures/errorCatalogue';
import { MAX_SECTION } from '@data-manager/domain/names/grammar';
import type { Card } from '@data-manager/domain/preflight/worklist';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted, plural } from '@data-manager/lib/plural';
import { ProblemCard } from '../../widgets/ProblemCard';
import { CardFiles, CardName } from './Card';
import type { ChoiceEvent } from './choice';
import type { CheckedRow } from './rows';
import { findingText } from './rowTexts';

type CardOf<Kind> = Extract<Card<CheckedRow>, { readonly kind: Kind }>;

interface NamesCardProps {
  readonly card: CardOf<'names'>;
  readonly dispatch: Dispatch<ChoiceEvent>;
  /** Opens the dialog that renames files by a rule. */
  readonly onRename: (rows: readonly CheckedRow[]) => void;
}

/** Invalid names, with the new name of each file that has only one sensible name. */
export function NamesCard({ card: { rows, repairs }, dispatch, onRename }: NamesCardProps) {
  return (
    <ProblemCard
      title={`${counted(rows.length, 'name')} ${plural(rows.length, 'doesn’t', 'don’t')} fit`}
      blocks
      text={ERROR_CATALOGUE.invalidFileName.text}
      actions={
        <>
          {repairs.length > 0 && (
            <Button size="compact-sm" onClick={() => dispatch({ type: 'bulkRenamed', steps: repairs })}>
              {`Rename all (${formatCount(repairs.length)})`}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={() => onRename(rows)}>
            {`Rename ${counted(rows.length, 'file')}…`}
          </Button>
        </>
      }
    >
      {repairs.length > 0 && (
        <CardFiles label="Proposed names" rows={repairs} idOf={({ id }) => id}>
          {({ oldName, newName }) => (
            <>
              <CardName>{oldName}</CardName>
              <span aria-hidden>→</span>
              <CardName>{newName}</CardName>
            </>
          )}
        </CardFiles>
      )}
    </ProblemCard>
  );
}

interface RefusedCardProps {
  readonly card: CardOf<'unstorable' | 'tooLarge'>;
  readonly dispatch: Dispatch<ChoiceEvent>;
}

/** Files that the storage does not accept. */
export function RefusedCard({ card: { kind, rows }, dispatch }: RefusedCardProps) {
  const files = counted(rows.length, 'file');
  return (
    <ProblemCard
      title={kind === 'tooLarge' ? `${files} too large` : `${files} can’t be stored under this name`}
      blocks
      text={findingText(kind)}
      actions={
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => dispatch({ type: 'removed', ids: rows.map(({ id }) => id) })}
        >
          {`Skip ${files}`}
        </Button>
      }
    />
  );
}

interface BeyondCardProps {
  readonly card: CardOf<'beyondTotal'>;
  readonly onTotal: (sections: string) => void;
}

/** Sections above the total, which is often wrong itself. */
export function BeyondCard({ card: { rows, highest }, onTotal }: BeyondCardProps) {
  return (
    <ProblemCard
      title={`${counted(rows.length, 'file')} above the total sections`}
      blocks
      text={ERROR_CATALOGUE.sectionTooLarge.text}
      actions={
        highest <= MAX_SECTION && (
          <Button size="compact-sm" variant="default" onClick={() => onTotal(String(highest))}>
            {`Set total sections to ${String(highest)}`}
          </Button>
        )
      }
    />
  );
}
