import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useEffect, useState, type Dispatch } from 'react';
import { channelCode, sectionName } from '../../domain/names/fileName';
import { keptScans, needsDecision, type Card, type ScanChoice, type ScanGroup } from '../../domain/preflight/worklist';
import { formatTime } from '../../lib/formatTime';
import { counted } from '../../lib/plural';
import { usePorts } from '../../platform/portsContext';
import { ToggleButton } from '../../ui/ToggleButton';
import { CardFiles, CardName, ProblemCard } from './Card';
import classes from './Card.module.css';
import type { ChoiceEvent } from './choice';
import type { CheckedRow } from './rows';

/** Larger files are not decoded for a picture of 64 px. */
const MAX_PICTURE_BYTES = 64 * 1024 * 1024;

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
  const keep = (chosen: readonly ScanGroup<CheckedRow>[], choice: ScanChoice) =>
    dispatch({ type: 'kept', ...keptScans(chosen, choice) });
  return (
    <ProblemCard
      title={`${counted(card.rows.length, 'scan')} of the same ${groups.length === 1 ? 'section' : 'sections'}`}
      blocks={needsDecision(card)}
      text={
        mayKeepBoth
          ? 'Choose which to upload. Without a choice, both are uploaded, and jobs use one of them.'
          : 'Another chosen file has the same key'
      }
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

interface ScanProps {
  readonly group: ScanGroup<CheckedRow>;
  readonly onKeep: (choice: ScanChoice) => void;
}

function Scan({ group: { rows, choice: chosen, mayKeepBoth }, onKeep }: ScanProps) {
  const place = placeText(rows[0]);
  return (
    <div className={classes.scan} role="group" aria-label={place}>
      <div className={classes.scanFiles}>
        {rows.map((row) => (
          <div key={row.id} className={classes.scanFile} data-left-out={row.isLeftOut === true || undefined}>
            <LocalPicture file={row.file} />
            <div>
              <CardName>{row.key.split('/').slice(2).join('/')}</CardName>
              <div className={classes.reason}>{formatTime(row.lastModified)}</div>
            </div>
          </div>
        ))}
      </div>
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
    </div>
  );
}

function placeText({ naming, name }: CheckedRow): string {
  return naming === undefined ? name : `${sectionName(naming.section)} ${channelCode(naming.channel)}`;
}

/** A small picture of a chosen image, or an icon if the browser can't show it. */
function LocalPicture({ file }: { readonly file: File }) {
  const { convertToShownImage } = usePorts();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (file.size === 0 || file.size > MAX_PICTURE_BYTES) return undefined;
    const stopped = new AbortController();
    let shown: string | undefined;
    const show = async (): Promise<void> => {
      const image = await convertToShownImage(file, stopped.signal);
      if (image === undefined || stopped.signal.aborted) return;
      shown = URL.createObjectURL(image);
      setUrl(shown);
    };
    void show();
    return () => {
      stopped.abort();
      if (shown !== undefined) URL.revokeObjectURL(shown);
    };
  }, [file, convertToShownImage]);
  if (url !== undefined) return <img className={classes.picture} src={url} alt="" />;
  return (
    <span className={classes.picture}>
      <IconPhoto size={16} aria-hidden />
    </span>
  );
}
