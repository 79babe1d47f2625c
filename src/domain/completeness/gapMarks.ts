import { isWithin, type NumberRange } from '../numberRange';
import { datasetFolder, type FolderForecast, type PlannedFile } from '../uploads/uploadForecast';
import type { Lane } from './completeness';

/** How an image stands to what its folder lacks. */
export type GapMark =
  /** Its section lacks a channel that others of the folder have. */
  | 'missingChannel'
  /** Its section is the last before missing sections, or the first after them. */
  | 'nextToGap';

/** Says how a file stands to the gaps. */
export type GapJudge = (file: PlannedFile) => readonly GapMark[];

interface MarkedSections {
  readonly lacking: ReadonlySet<number>;
  readonly bordering: ReadonlySet<number>;
}

const NO_MARKS: readonly GapMark[] = [];

/** Judges files by what will be missing in their folders. */
export function createGapJudge(forecasts: readonly FolderForecast[]): GapJudge {
  const folders = new Map(forecasts.map((forecast) => [forecast.folder, markedSections(forecast)]));
  return ({ key, naming }) => {
    if (naming === undefined) return NO_MARKS;
    const marked = folders.get(datasetFolder(key));
    if (marked === undefined) return NO_MARKS;
    const marks: GapMark[] = [];
    if (marked.lacking.has(naming.section)) marks.push('missingChannel');
    if (marked.bordering.has(naming.section)) marks.push('nextToGap');
    return marks;
  };
}

/** Only sections that are there: what is missing may be a million long. */
function markedSections({ completeness: { lanes, sections } }: FolderForecast): MarkedSections {
  const used = lanes.filter((lane) => lane.isExpected && lane.present.length > 0);
  const held = new Set(used.flatMap((lane) => sectionsWithin(lane, sections)));
  const isMissing = (section: number) => isWithin(section, sections) && !held.has(section);
  const all = [...held];
  return {
    lacking: new Set(all.filter((section) => used.some((lane) => !lane.files.has(section)))),
    bordering: new Set(all.filter((section) => isMissing(section - 1) || isMissing(section + 1))),
  };
}

function sectionsWithin({ files }: Lane, range: NumberRange): readonly number[] {
  return [...files.keys()].filter((section) => isWithin(section, range));
}
