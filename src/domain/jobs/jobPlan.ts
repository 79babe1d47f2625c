import { formatCount } from '../../lib/formatNumber';
import { finish } from '../../lib/inPieces';
import { counted, plural } from '../../lib/plural';
import { assessCompleteness, sectionImages, type ExpectedImages } from '../completeness/completeness';
import { imageProblemText, type FileItem } from '../listing/fileListing';
import { shownName } from '../names/shownName';

/** A sentence about missing or skipped files. */
interface JobNote {
  readonly text: string;
  /** The files that are skipped, by their paths in the dataset. Long lists end with `and 3 more`. */
  readonly files: readonly string[];
}

/** The images that a job of a dataset will run on. */
export interface JobPlan {
  /** False if the dataset has no readable section image. */
  readonly canRun: boolean;
  /** `Runs on 71 images: 24 sections, 3 channels.`, or why it can't run. */
  readonly summary: string;
  readonly notes: readonly JobNote[];
}

/** Number of files that a note names. */
const MAX_NAMED = 5;

/**
 * Describes the images that a job will run on. Jobs use the first readable image of each section, layer and channel, in
 * the order of the keys.
 *
 * @param rootPath `sponsor/project/dataset`
 */
export function planJob(files: readonly FileItem[], rootPath: string, expected: ExpectedImages): JobPlan {
  const images = new Map<string, FileItem>();
  const sections = new Set<string>();
  const channels = new Set<number>();
  const unreadable: FileItem[] = [];
  const duplicates: FileItem[] = [];
  const others: FileItem[] = [];
  for (const file of files) {
    if (file.naming === undefined) others.push(file);
    else if (file.unreadable !== undefined) unreadable.push(file);
    else {
      const { title, channel } = file.naming;
      const place = placeOf(file.naming);
      const first = images.get(place);
      // The list is in natural order, not in that of the keys.
      const isFirst = first === undefined || file.path < first.path;
      if (first !== undefined) duplicates.push(isFirst ? first : file);
      if (isFirst) images.set(place, file);
      sections.add(title);
      channels.add(channel);
    }
  }
  const completeness = assessCompleteness(finish(sectionImages(files)), expected);
  // Jobs don't distinguish gaps from images that are not uploaded yet.
  const missing = (completeness?.missing ?? 0) + (completeness?.awaited ?? 0);
  const canRun = images.size > 0;
  const nameOf = ({ path }: FileItem) => shownName(path.slice(rootPath.length + 1));
  const usedNameOf = ({ naming }: FileItem) => {
    const used = naming && images.get(placeOf(naming));
    return used === undefined ? 'another image' : nameOf(used);
  };
  const notes: readonly (JobNote | false)[] = [
    canRun &&
      missing > 0 && {
        text: `${formatCount(missing)} of ${counted(completeness?.expected ?? 0, 'image')} ${plural(missing, 'is', 'are')} missing.`,
        files: [],
      },
    unreadable.length > 0 && {
      text: `${skipped(unreadable, 'unreadable image')}:`,
      files: namedFiles(unreadable, (file) =>
        file.unreadable === undefined ? nameOf(file) : `${nameOf(file)} (${imageProblemText(file.unreadable)})`,
      ),
    },
    duplicates.length > 0 && {
      text: `${skipped(duplicates, 'duplicate image')}:`,
      files: namedFiles(duplicates, (file) => `${nameOf(file)} (${usedNameOf(file)} is used)`),
    },
    others.length > 0 && {
      text: `${skipped(others, 'other file')} (no section and channel in the name):`,
      files: namedFiles(others, nameOf),
    },
  ];
  return {
    canRun,
    summary: canRun
      ? `Runs on ${counted(images.size, 'image')}: ${counted(sections.size, 'section')}, ${counted(channels.size, 'channel')}.`
      : 'This dataset has no readable section images. Upload images first.',
    notes: notes.filter((note) => note !== false),
  };
}

function placeOf({ title, layer, channel }: NonNullable<FileItem['naming']>): string {
  return `${title} ${layer} ${channel}`;
}

function skipped({ length }: readonly FileItem[], what: string): string {
  return `${counted(length, what)} ${plural(length, 'is', 'are')} skipped`;
}

function namedFiles(files: readonly FileItem[], nameOf: (file: FileItem) => string): readonly string[] {
  const named = files.slice(0, MAX_NAMED).map(nameOf);
  const more = files.length - named.length;
  return more > 0 ? [...named, `and ${formatCount(more)} more`] : named;
}
