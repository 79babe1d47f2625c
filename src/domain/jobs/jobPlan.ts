import { formatCount } from '@data-manager/lib/formatNumber';
import { counted, plural } from '@data-manager/lib/plural';
import { assessCompleteness, sectionImages, type ExpectedImages } from '../completeness/completeness';
import { imageProblemText, type FileItem } from '../listing/fileListing';
import { shownName } from '../names/shownName';

/** A sentence about missing or skipped files. */
interface JobNote {
  readonly text: string;
  /** The files that are skipped, by their paths in the dataset. Long lists end with `and 3 more`. */
  readonly files: readonly string[];
}

/** Images of the same section, layer and channel, one of which a job uses. */
export interface DuplicateImages {
  /** Identifies the section, layer and channel. */
  readonly place: string;
  /** `Section 51, layer 1, channel 2` */
  readonly label: string;
  /** Readable images in the order of their keys. */
  readonly images: readonly FileItem[];
  readonly used: FileItem;
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
  /** Paths in the dataset of the images to name to the server: it uses the first ones otherwise. */
  readonly use: readonly string[];
}

/** How the image of each section, layer and channel is chosen. */
export interface ImageChoice {
  /** `first`: in the order of the keys, as a server does that offers no choice. */
  readonly rule: 'latest' | 'first';
  /** Keys that the user chose, by place. */
  readonly picked: ReadonlyMap<string, string>;
}

const SERVER_RULE: ImageChoice = { rule: 'first', picked: new Map() };

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
  const places = new Map<string, FileItem[]>();
  const sections = new Set<string>();
  const channels = new Set<number>();
  const unreadable: FileItem[] = [];
  const others: FileItem[] = [];
  for (const file of files) {
    if (file.naming === undefined) others.push(file);
    else if (file.unreadable !== undefined) unreadable.push(file);
    else {
      const { title, channel } = file.naming;
      const place = placeOf(file.naming);
      const images = places.get(place);
      if (images === undefined) places.set(place, [file]);
      else images.push(file);
      sections.add(title);
      channels.add(channel);
    }
  }
  const completeness = assessCompleteness(sectionImages(files), expected);
  const missing = completeness?.missing ?? 0;
  const canRun = places.size > 0;
  const nameOf = ({ path }: FileItem) => shownName(path.slice(rootPath.length + 1));
  const duplicates = [...places].flatMap(([place, images]) =>
    images.length === 1 ? [] : [duplicateImages(place, images, choice ?? SERVER_RULE)],
  );
  const notes: readonly (JobNote | false)[] = [
    canRun &&
      missing > 0 && {
        text: `${formatCount(missing)} of ${counted(completeness?.expected ?? 0, 'image')} ${plural(missing, 'is', 'are')} missing.`,
        files: [],
      },
    unreadable.length > 0 && {
      text: `${skipped(unreadable, 'damaged image')}:`,
      files: namedFiles(unreadable, (file) =>
        file.unreadable === undefined ? nameOf(file) : `${nameOf(file)} (${imageProblemText(file.unreadable)})`,
      ),
    },
    choice === undefined && duplicates.length > 0 && duplicatesNote(duplicates, nameOf),
    others.length > 0 && {
      text: `${skipped(others, 'other file')} (no section and channel in the name):`,
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
    use: duplicates.flatMap(({ images, used }) => (used === images[0] ? [] : [used.path.slice(rootPath.length + 1)])),
  };
}

function duplicateImages(place: string, images: readonly FileItem[], { rule, picked }: ImageChoice): DuplicateImages {
  // The list is in natural order, not in that of the keys.
  const sorted = [...images].sort((one, other) => (one.path < other.path ? -1 : 1));
  const first = sorted[0] as FileItem;
  const proposed =
    rule === 'first' ? first : sorted.reduce((best, image) => (timeOf(image) > timeOf(best) ? image : best));
  const [section = '', layer = '', channel = ''] = place.split(' ');
  return {
    place,
    label: `Section ${section}, layer ${layer}, channel ${channel}`,
    images: sorted,
    used: sorted.find(({ path }) => path === picked.get(place)) ?? proposed,
  };
}

/** An image without a time is older than all others. */
function timeOf({ lastModified = '' }: FileItem): number {
  return Date.parse(lastModified) || 0;
}

function duplicatesNote(duplicates: readonly DuplicateImages[], nameOf: (file: FileItem) => string): JobNote {
  const left = duplicates.flatMap(({ images, used }) =>
    images.filter((image) => image !== used).map((image) => ({ image, used })),
  );
  return {
    text: `${skipped(left, 'other scan')}:`,
    files: namedFiles(left, ({ image, used }) => `${nameOf(image)} (${nameOf(used)} is used)`),
  };
}

function placeOf({ title, layer, channel }: NonNullable<FileItem['naming']>): string {
  return `${title} ${layer} ${channel}`;
}

function skipped({ length }: readonly unknown[], what: string): string {
  return `${counted(length, what)} ${plural(length, 'is', 'are')} skipped`;
}

function namedFiles<File>(files: readonly File[], nameOf: (file: File) => string): readonly string[] {
  const named = files.slice(0, MAX_NAMED).map(nameOf);
  const more = files.length - named.length;
  return more > 0 ? [...named, `and ${formatCount(more)} more`] : named;
}
