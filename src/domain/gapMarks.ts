import type { FolderGaps, PlacedImage } from './choiceSummary';
import type { NumberRange } from './numberRange';

/** How an image stands to what its folder lacks. */
export type GapMark =
  /** Its section lacks a channel that others of the folder have. */
  | 'missingChannel'
  /** Its section is the last before missing sections, or the first after them. */
  | 'nextToGap';

/** Says how one of the images stands to the gaps. */
export type GapJudge = (image: Pick<PlacedImage, 'folder' | 'section'>) => readonly GapMark[];

interface MarkedSections {
  readonly lacking: ReadonlySet<number>;
  readonly bordering: ReadonlySet<number>;
}

/** Judges images by the gaps that were found among all of them. */
export function createGapJudge(gaps: readonly FolderGaps[]): GapJudge {
  const folders = new Map(gaps.map((gap) => [gap.folder, markedSections(gap)]));
  return ({ folder, section }) => {
    const marked = folders.get(folder);
    if (marked === undefined) return [];
    const marks: GapMark[] = [];
    if (marked.lacking.has(section)) marks.push('missingChannel');
    if (marked.bordering.has(section)) marks.push('nextToGap');
    return marks;
  };
}

function markedSections({ missingSections, missingChannels }: FolderGaps): MarkedSections {
  return {
    lacking: new Set(missingChannels.flatMap(({ sections }) => sections.flatMap(numbersOf))),
    bordering: new Set(missingSections.flatMap(({ first, last }) => [first - 1, last + 1])),
  };
}

/** Only for sections that are there: what is missing may be a million long. */
function numbersOf({ first, last }: NumberRange): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
