import { formatCount } from '@data-manager/lib/formatNumber';
import { numbersIn } from '../numberRange';
import type { Completeness, Lane } from './completeness';

/** The findings about a section that its picture is marked with, worst finding first. */
const TEXTS = {
  missing: 'missing',
  deleted: 'deleted',
  unreadable: 'damaged',
  arriving: 'in the upload queue',
  duplicate: 'scanned twice',
  flat: 'flat',
  black: 'black',
  saturated: 'saturated',
};

type FrameMark = keyof typeof TEXTS;

const MARKS = Object.keys(TEXTS) as readonly FrameMark[];

/** A section of a dataset, with what is to be said of its images. */
export interface FilmFrame {
  readonly section: number;
  /** The number of images by finding, worst finding first. */
  readonly marks: readonly (readonly [FrameMark, number])[];
  /** True if the section has no image at all. */
  readonly isGap: boolean;
}

/** Returns the sections in order: all expected sections, and unexpected sections that have images. */
export function filmFrames({ sections, beyond, lanes }: Completeness): readonly FilmFrame[] {
  const expected = lanes.filter(({ isExpected }) => isExpected);
  const counts = MARKS.map((mark) => [mark, countBySection(expected, mark)] as const);
  return [sections, ...beyond]
    .sort((left, right) => left.first - right.first)
    .flatMap(numbersIn)
    .map((section) => ({
      section,
      marks: counts.flatMap(([mark, counted]) => {
        const count = counted.get(section) ?? 0;
        return count === 0 ? [] : [[mark, count] as const];
      }),
      isGap: lanes.every(({ files }) => !files.has(section)),
    }));
}

function countBySection(lanes: readonly Lane[], mark: FrameMark): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const section of lanes.flatMap((lane) => lane[mark].flatMap(numbersIn))) {
    counts.set(section, (counts.get(section) ?? 0) + 1);
  }
  return counts;
}

/** Returns what is to be said of a section: `1 missing, 1 flat`, or `missing` or `deleted` if it has no image at all. */
export function frameText({ marks, isGap }: FilmFrame): string {
  if (isGap) return TEXTS[marks[0]?.[0] ?? 'missing'];
  return marks.map(([mark, count]) => `${formatCount(count)} ${TEXTS[mark]}`).join(', ');
}

export type FrameMove = 'left' | 'right' | 'up' | 'down' | 'start' | 'end';

/** Returns the index of the frame that a key leads to, in rows of `columns` frames. */
export function moveFrame(index: number, move: FrameMove, columns: number, count: number): number {
  const steps = { left: -1, right: 1, up: -columns, down: columns, start: -index, end: count - 1 - index };
  const next = index + steps[move];
  return next < 0 || next >= count ? index : next;
}
