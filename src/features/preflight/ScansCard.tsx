import { Button } from '@mantine/core';
import type { Dispatch } from 'react';
import { channelCode, sectionName } from '@data-manager/domain/names/grammar';
import {
  keptScans,
  needsDecision,
  type Card,
  type ScanChoice,
  type ScanGroup,
} from '@data-manager/domain/preflight/worklist';
import { formatTime } from '@data-manager/lib/formatTime';
import { counted } from '@data-manager/lib/plural';
import { ToggleButton } from '../../ui/ToggleButton';
import { LocalPicture, PicturePair } from '../../widgets/PicturePair';
import { ProblemCard } from '../../widgets/ProblemCard';
import { CardFiles, CardName } from './Card';
import type { ChoiceEvent } from './choice';
import type { CheckedRow } from './rows';

const CHOICES: readonly { readonly choice: ScanChoice; readonly label: string; readonly all: string }[] = [
  { choice: 'original', label: 'Original', all: 'Keep originals' },
  { choice: 'rescan', label: 'Rescan', all: 'Keep rescans' },
  { choice: 'both', label: 'Both', all: 'Keep both' },
];

interface ScansCardProps {
  readonly card: Extract<Card<CheckedRow>, { readonly kind: 'scans' }>;
  readonly dispatch: Dispatch<ChoiceEvent>;
}

/** Images that were scanned more than once, with their pictures and the choice which of them to upload. */
export function ScansCard({ card, dispatch }: ScansCardProps) {
  const { groups } = card;
  const mayKeepBoth = groups.some((group) => group.mayKeepBoth);
  const isSolved = groups.every(({ choice }) => choice === 'original' || choice === 'rescan');
  const keep = (chosen: readonly ScanGroup<CheckedRow>[], choice: ScanChoice) =>
    dispatch({ type: 'kept', ...keptScans(chosen, choice) });
  return (
    <ProblemCard
      title={`${counted(card.rows.length, 'scan')} of the same ${groups.length === 1 ? 'section' : 'sections'}`}
      blocks={needsDecision(card)}
      isSolved={isSolved}
      text={isSolved ? 'The scans that are crossed out are left out.' : undecidedText(mayKeepBoth)}
      actions={CHOICES.map(({ choice, all }) =>
        choice === 'both' && !mayKeepBoth ? null : (
          <Button key={choice} size="compact-sm" variant="default" onClick={() => keep(groups, choice)}>
            {all}
          </Button>
        ),
      )}
    >
      <CardFiles label="Scans" rows={groups} idOf={({ rows }) => rows[0].id}>
        {(group) => <Scan group={group} onKeep={(choice) => keep([group], choice)} />}
      </CardFiles>
    </ProblemCard>
  );
}

function undecidedText(mayKeepBoth: boolean): string {
  return mayKeepBoth
    ? 'Choose which to upload. Without a choice, both are uploaded, and jobs use one of them.'
    : 'Another chosen file has the same key';
}

interface ScanProps {
  readonly group: ScanGroup<CheckedRow>;
  readonly onKeep: (choice: ScanChoice) => void;
}

function Scan({ group: { rows, choice: chosen, mayKeepBoth }, onKeep }: ScanProps) {
  const place = placeText(rows[0]);
  return (
    <PicturePair
      label={place}
      pictures={rows.map((row) => ({
        id: row.id,
        picture: <LocalPicture file={row.file} />,
        title: <CardName>{row.key.split('/').slice(2).join('/')}</CardName>,
        note: formatTime(row.lastModified),
        isLeftOut: row.isLeftOut === true,
      }))}
    >
      {CHOICES.map(({ choice, label }) =>
        choice === 'both' && !mayKeepBoth ? null : (
          <ToggleButton
            key={choice}
            pressed={chosen === choice}
            label={`${label} of ${place}`}
            onClick={() => onKeep(choice)}
          >
            {label}
          </ToggleButton>
        ),
      )}
    </PicturePair>
  );
}

function placeText({ naming, name }: CheckedRow): string {
  return naming === undefined ? name : `${sectionName(naming.section)} ${channelCode(naming.channel)}`;
}
