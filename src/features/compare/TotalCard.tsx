import { Button } from '@mantine/core';
import { useRef } from 'react';
import type { TotalDecision } from '@data-manager/domain/compare/comparisonResult';
import type { TotalQuestion } from '@data-manager/domain/compare/totalQuestion';
import { nameInText } from '@data-manager/domain/names/shownName';
import { countInRanges, type NumberRange } from '@data-manager/domain/numberRange';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { counted, plural } from '@data-manager/lib/plural';
import { ProblemCard } from '../../widgets/ProblemCard';

interface TotalCardProps {
  /** Undefined once all files lie within the number of sections. */
  readonly question: TotalQuestion | undefined;
  readonly decision: TotalDecision | undefined;
  /** Changes the metadata. */
  readonly onSet: (question: TotalQuestion) => void;
  readonly onKeep: (question: TotalQuestion) => void;
}

/** Asks once whether a dataset has more sections than its metadata says, and shows the answer from then on. */
export function TotalCard({ question, decision, onSet, onKeep }: TotalCardProps) {
  const card = useRef<HTMLDivElement>(null);
  /** The buttons may disappear. */
  const decide = (decided: () => void) => {
    card.current?.focus({ preventScroll: true });
    decided();
  };
  if (decision?.isSet === true) {
    return (
      <div ref={card} tabIndex={-1} style={{ outline: 'none' }}>
        <ProblemCard
          title={`Total sections set to ${decision.total}`}
          blocks={false}
          isSolved
          text="All files lie within them."
        />
      </div>
    );
  }
  if (question === undefined) return null;
  const { path, total, proposed, sections, beyond } = question;
  const outside = countInRanges(beyond);
  const isKept = decision !== undefined;
  const set = (
    <Button size="compact-sm" variant={isKept ? 'default' : 'filled'} onClick={() => decide(() => onSet(question))}>
      {`Set total sections to ${proposed}`}
    </Button>
  );
  return (
    <div ref={card} tabIndex={-1} style={{ outline: 'none' }}>
      <ProblemCard
        title={isKept ? `Total sections stay at ${total}` : `Set total sections to ${proposed}?`}
        blocks={!isKept}
        text={
          isKept
            ? `${plural(outside, 'Section', 'Sections')} ${rangesText(beyond)} ${plural(outside, 'is', 'are')} not uploaded.`
            : `${counted(outside, 'section')} ${plural(outside, 'lies', 'lie')} outside the sections ${sections.first}–${sections.last} of ${nameInText(lastSegment(path))}: ${nameInText(rangesText(beyond))}`
        }
        actions={
          <>
            {set}
            {!isKept && (
              <Button size="compact-sm" onClick={() => decide(() => onKeep(question))}>
                {`Keep ${total}`}
              </Button>
            )}
          </>
        }
      />
    </div>
  );
}

/** Ranges named in the text. */
const NAMED = 6;

function rangesText(ranges: readonly NumberRange[]): string {
  const named = ranges.slice(0, NAMED).map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`));
  return ranges.length > NAMED ? `${named.join(', ')} …` : named.join(', ');
}
