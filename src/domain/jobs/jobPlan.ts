import { formatCount } from '@data-manager/lib/formatNumber';
import { counted, plural } from '@data-manager/lib/plural';
import { assessCompleteness, sectionImages } from '../completeness/completeness';
import { foreignText } from '../completeness/completenessFindings';
import type { ExpectedImages } from '../completeness/expectedImages';
import { imageProblemText, type FileItem } from '../listing/fileListing';
import { foreignImages, withoutForeign } from '../listing/ownImages';
import { nameInText } from '../names/shownName';
import {
  findDuplicates,
  FIRST_SCANS,
  pathInDataset,
  placeOf,
  type DuplicateImages,
  type ImageChoice,
} from '../scans/imageChoice';

/** A sentence about missing or skipped files. */
interface JobNote {
  readonly text: string;
  /** The files that are left out, by their paths in the dataset. Long lists end with `and 3 more`. */
  readonly files: readonly string[];
}

/** The images that a job will run on. */
export interface JobPlan {
  /** False if the dataset has no readable section image. */
  readonly canRun: boolean;
  /** `Runs on 71 images: 24 sections, 3 channels.`, or why it can't run. */
  readonly summary: string;
  readonly notes: readonly JobNote[];
  /** In the order of the files. */
  readonly duplicates: readonly DuplicateImages[];
  /** Paths in the dataset of the images to name to the server: it uses the first images otherwise. */
  readonly use: readonly string[];
}

/** Number of files that a note names. */
const MAX_NAMED = 5;

/**
 * Describes the images that a job will run on. Jobs use one readable image of each section, layer and channel.
 *
 * @param rootPath `sponsor/project/dataset`
 * @param choice absent if the server offers no choice
 */
export function planJob(
  files: readonly FileItem[],
  rootPath: string,
  expected: ExpectedImages,
  choice?: ImageChoice,
): JobPlan {
  const places = new Set<string>();
  const sections = new Set<string>();
  const channels = new Set<number>();
  const unreadable: FileItem[] = [];
  const others: FileItem[] = [];
  const foreign = foreignImages(files, expected.dataset);
  for (const file of files) {
    if (foreign.has(file)) continue;
    if (file.naming === undefined) others.push(file);
    else if (file.unreadable !== undefined) unreadable.push(file);
    else {
      const { title, channel } = file.naming;
      places.add(placeOf(file.naming));
      sections.add(title);
      channels.add(channel);
    }
  }
  const completeness = assessCompleteness(sectionImages(files), expected);
  const missing = completeness?.missing ?? 0;
  const canRun = places.size > 0;
  const nameOf = (file: FileItem) => nameInText(pathInDataset(file, rootPath));
  const duplicates = findDuplicates(withoutForeign(files, expected.dataset), rootPath, choice ?? FIRST_SCANS);
  const notes: readonly (JobNote | false)[] = [
    canRun &&
      missing > 0 && {
        text: `${formatCount(missing)} of ${counted(completeness?.expected ?? 0, 'image')} ${plural(missing, 'is', 'are')} missing.`,
        files: [],
      },
    unreadable.length > 0 && {
      text: `${leftOut(unreadable, 'damaged image')}:`,
      files: namedFiles(unreadable, (file) =>
        file.unreadable === undefined ? nameOf(file) : `${nameOf(file)} (${imageProblemText(file.unreadable)})`,
      ),
    },
    choice === undefined && duplicates.length > 0 && duplicatesNote(duplicates, nameOf),
    foreign.size > 0 && {
      text: `${foreignText(foreign.size)} ${plural(foreign.size, 'is', 'are')} left out:`,
      files: namedFiles([...foreign], nameOf),
    },
    others.length > 0 && {
      text: `${leftOut(others, 'other file')} (no section and channel in the name):`,
      files: namedFiles(others, nameOf),
    },
  ];
  return {
    canRun,
    summary: canRun
      ? `Runs on ${counted(places.size, 'image')}: ${counted(sections.size, 'section')}, ${counted(channels.size, 'channel')}.`
      : 'This dataset has no readable section images. Upload images first.',
    notes: notes.filter((note) => note !== false),
    duplicates,
    use: duplicates.flatMap(({ images, used, usedPath }) => (used === images[0] ? [] : [usedPath])),
  };
}

function duplicatesNote(duplicates: readonly DuplicateImages[], nameOf: (file: FileItem) => string): JobNote {
  const left = duplicates.flatMap(({ images, used }) =>
    images.filter((image) => image !== used).map((image) => ({ image, used })),
  );
  return {
    text: `${leftOut(left, 'other scan')}:`,
    files: namedFiles(left, ({ image, used }) => `${nameOf(image)} (${nameOf(used)} is used)`),
  };
}

function leftOut({ length }: readonly unknown[], what: string): string {
  return `${counted(length, what)} ${plural(length, 'is', 'are')} left out`;
}

function namedFiles<File>(files: readonly File[], nameOf: (file: File) => string): readonly string[] {
  const named = files.slice(0, MAX_NAMED).map(nameOf);
  const more = files.length - named.length;
  return more > 0 ? [...named, `and ${formatCount(more)} more`] : named;
}
