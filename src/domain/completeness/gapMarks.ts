import { isWithin, type NumberRange } from '../numberRange';
import { datasetFolder, type FolderForecast, type PlannedFile } from '../uploads/uploadForecast';
import type { Lane } from './completeness';

/** How an image relates to the gaps in its folder. */
export type GapMark =
  /** Its section lacks a channel that other sections of the folder have. */
  | 'missingChannel'
  /** Its section is next to a missing section. */
  | 'nextToGap';

/** Returns the marks of a file. */
export type GapMarker = (file: PlannedFile) => readonly GapMark[];

interface MarkedSections {
  readonly missingChannel: ReadonlySet<number>;
  readonly nextToGap: ReadonlySet<number>;
}

const NO_MARKS: readonly GapMark[] = [];

/** Creates a function that marks files next to gaps, based on the state of each folder after the upload. */
export function createGapMarker(forecasts: readonly FolderForecast[]): GapMarker {
  const folders = new Map(forecasts.map((forecast) => [forecast.folder, findMarkedSections(forecast)]));
  return ({ key, naming }) => {
    if (naming === undefined) return NO_MARKS;
    const marked = folders.get(datasetFolder(key));
    if (marked === undefined) return NO_MARKS;
    const marks: GapMark[] = [];
    if (marked.missingChannel.has(naming.section)) marks.push('missingChannel');
    if (marked.nextToGap.has(naming.section)) marks.push('nextToGap');
    return marks;
  };
}

/** Iterates over present sections only: a gap may be a million sections long. */
function findMarkedSections({ completeness: { lanes, sections } }: FolderForecast): MarkedSections {
  const used = lanes.filter((lane) => lane.isExpected && lane.present.length > 0);
  const present = new Set(used.flatMap((lane) => sectionsWithin(lane, sections)));
  const isMissing = (section: number) => isWithin(section, sections) && !present.has(section);
  const all = [...present];
  return {
    missingChannel: new Set(all.filter((section) => used.some((lane) => !lane.files.has(section)))),
    nextToGap: new Set(all.filter((section) => isMissing(section - 1) || isMissing(section + 1))),
  };
}

function sectionsWithin({ files }: Lane, range: NumberRange): readonly number[] {
  return [...files.keys()].filter((section) => isWithin(section, range));
}
