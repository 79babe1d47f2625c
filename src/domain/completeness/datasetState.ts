import { formatCount } from '@data-manager/lib/formatNumber';
import { formatDay } from '@data-manager/lib/formatTime';
import { counted, plural } from '@data-manager/lib/plural';
import { countInRanges } from '../numberRange';
import { FLAT_KINDS } from '../pictures/check/imageContent';
import type { Completeness } from './completeness';
import { foreignText, sectionsText } from './completenessFindings';
import { restorableImages, type DeletedImage } from './deletedImages';

/** Whether a dataset is in the viewer: never added, being added, not added because of an error, or added. */
export type ViewerState = 'none' | 'pending' | 'failed' | 'done';

/**
 * What the user should do next. `restore`: deleted images come before missing images, because the user needs no files for them.
 * `wait`: the missing images are being uploaded. `load`, `resume`: the list, or the notice about an interrupted upload, has the button.
 */
export type NextStep =
  | { readonly kind: 'upload' }
  | { readonly kind: 'restore'; readonly keys: readonly string[] }
  | { readonly kind: 'uploadMissing'; readonly count: number }
  | { readonly kind: 'wait' }
  | { readonly kind: 'load' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'addToViewer' }
  | { readonly kind: 'openViewer' };

/** The state of a dataset. */
export interface DatasetState {
  /** `294 of 300 sections complete · 6 images missing · 2 scanned twice · 1 damaged` */
  readonly text: string;
  readonly next: NextStep;
}

/** The state of a dataset or folder whose files could not be listed. */
export const UNLISTED_STATE: DatasetState = {
  text: 'State unknown: files could not be loaded',
  next: { kind: 'load' },
};

const VIEWER_TEXTS: Readonly<Record<ViewerState, string | undefined>> = {
  none: undefined,
  pending: 'being added to the viewer',
  failed: 'not added to the viewer',
  done: 'in the viewer',
};

/**
 * Describes a dataset in one sentence, and what to do next.
 *
 * @param completeness undefined if neither the metadata nor any file name defines what to expect
 * @param deletions the deleted images that are among the images of `completeness`
 * @param now milliseconds since 1970
 */
export function describeDataset(
  completeness: Completeness | undefined,
  viewer: ViewerState,
  deletions: readonly DeletedImage[] = [],
  now = 0,
): DatasetState {
  const restorable = completeness === undefined ? [] : restorableImages(deletions, completeness);
  const deleted = restorable.length > 0 ? deletedText(restorable, now) : undefined;
  const restore = { kind: 'restore', keys: restorable.map(({ key }) => key) } as const;
  if (completeness === undefined || !hasImages(completeness)) {
    if (deleted !== undefined) return { text: `No images · ${deleted}`, next: restore };
    const expected = completeness?.isTotalKnown === true ? [`${counted(completeness.expected, 'image')} expected`] : [];
    return {
      text: ['No images yet', ...expected, ...foreignTexts(completeness)].join(' · '),
      next: { kind: 'upload' },
    };
  }
  const next = deleted === undefined ? nextStep(completeness, viewer) : restore;
  const isComplete = next.kind === 'addToViewer' || next.kind === 'openViewer';
  const parts = [
    completeText(completeness),
    ...imageTexts(completeness),
    deleted,
    ...unexpectedTexts(completeness),
    ...foreignTexts(completeness),
    completeness.isTotalKnown ? undefined : 'total sections not set',
    isComplete ? VIEWER_TEXTS[viewer] : undefined,
    completeness.hasUnknownContent ? 'not all images have been looked at' : undefined,
  ];
  return { text: parts.filter((part) => part !== undefined).join(' · '), next };
}

/** Returns the state of a dataset while the user has an interrupted upload into it, which comes before any other step. */
export function describeInterrupted({ text }: DatasetState): DatasetState {
  return { text: `${text} · upload interrupted`, next: { kind: 'resume' } };
}

/** Describes a folder without metadata, which would say what to expect. */
export function describeFolder(files: number, images: number): string {
  if (images === 0) return `${counted(files, 'file')} · none named like a section image`;
  return `${counted(images, 'section image')} · what is missing is unknown without metadata`;
}

/** Returns true if a dataset has any section images, or some are being uploaded. */
export function hasImages({ lanes, beyond }: Completeness): boolean {
  return beyond.length > 0 || lanes.some(({ files }) => files.size > 0);
}

function nextStep({ missing, unreadable, arriving }: Completeness, viewer: ViewerState): NextStep {
  if (missing > 0) return { kind: 'uploadMissing', count: missing };
  if (unreadable > 0) return { kind: 'upload' };
  if (arriving > 0) return { kind: 'wait' };
  return { kind: viewer === 'done' ? 'openViewer' : 'addToViewer' };
}

/** Without a total, names the sections instead of counting them, because how many there are is unknown. */
function completeText({ sections, completeSections, isTotalKnown }: Completeness): string {
  const total = countInRanges([sections]);
  if (!isTotalKnown) {
    if (completeSections === total) return `${sectionsText(sections)} complete`;
    return total === 1
      ? `${sectionsText(sections)} incomplete`
      : `${formatCount(completeSections)} of sections ${sections.first}–${sections.last} complete`;
  }
  if (completeSections < total) return `${formatCount(completeSections)} of ${counted(total, 'section')} complete`;
  return plural(total, '1 section complete', `All ${counted(total, 'section')} complete`);
}

/** Counts images. Only the first count names them. */
function imageTexts(completeness: Completeness): readonly string[] {
  const { missing, arriving, duplicate, unreadable } = completeness;
  const counts = [
    [missing, 'missing'],
    [arriving, 'in the upload queue'],
    [duplicate, 'scanned twice'],
    [unreadable, 'damaged'],
    ...FLAT_KINDS.map((kind) => [completeness[kind], kind] as const),
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what], index) => `${index === 0 ? counted(count, 'image') : formatCount(count)} ${what}`);
}

/** Returns `5 deleted today` or `5 deleted on November 27` in the user's time zone, or `5 deleted` for several days. */
function deletedText(images: readonly DeletedImage[], now: number): string {
  const text = `${formatCount(images.length)} deleted`;
  const [day, ...others] = new Set(images.map(({ deletedAt }) => new Date(deletedAt).toDateString()));
  if (day === undefined || others.length > 0) return text;
  return day === new Date(now).toDateString() ? `${text} today` : `${text} on ${formatDay(Date.parse(day))}`;
}

function foreignTexts(completeness: Completeness | undefined): readonly string[] {
  const count = completeness?.foreign.length ?? 0;
  return count === 0 ? [] : [foreignText(count)];
}

function unexpectedTexts({ lanes, beyond, sections }: Completeness): readonly string[] {
  const channels = new Set(lanes.filter(({ isExpected }) => !isExpected).map(({ channel }) => channel));
  return [
    beyond.length > 0 ? `${counted(countInRanges(beyond), 'section')} outside ${sections.first}–${sections.last}` : '',
    channels.size > 0 ? `${counted(channels.size, 'channel')} not in the metadata` : '',
  ].filter((text) => text !== '');
}
