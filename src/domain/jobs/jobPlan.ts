import { formatCount } from '../../lib/formatNumber';
import { finish } from '../../lib/inPieces';
import { counted, plural } from '../../lib/plural';
import { assessCompleteness, sectionImages, type ExpectedImages } from '../completeness/completeness';
import type { FileItem } from '../listing/fileListing';

/** What a job of a dataset will run on. */
export interface JobPlan {
  /** False if the dataset has no readable section image. */
  readonly canRun: boolean;
  /** `Runs on 71 images: 24 sections, 3 channels.`, or why it can't run. */
  readonly summary: string;
  /** Sentences about what is missing and what is left out. */
  readonly notes: readonly string[];
}

/** Describes what a job will run on. Jobs use the first readable image of each section, layer and channel. */
export function planJob(files: readonly FileItem[], expected: ExpectedImages): JobPlan {
  const sections = new Set<string>();
  const channels = new Set<number>();
  const places = new Set<string>();
  let [unreadable, duplicates, others] = [0, 0, 0];
  for (const { naming, unreadable: problem } of files) {
    if (naming === undefined) others += 1;
    else if (problem !== undefined) unreadable += 1;
    else {
      const { title, layer, channel } = naming;
      const place = `${title} ${layer} ${channel}`;
      if (places.has(place)) duplicates += 1;
      places.add(place);
      sections.add(title);
      channels.add(channel);
    }
  }
  const completeness = assessCompleteness(finish(sectionImages(files)), expected);
  // A job makes no difference between gaps and images that are not uploaded yet.
  const missing = (completeness?.missing ?? 0) + (completeness?.awaited ?? 0);
  const canRun = places.size > 0;
  const notes = [
    canRun &&
      missing > 0 &&
      `${formatCount(missing)} of ${counted(completeness?.expected ?? 0, 'image')} ${plural(missing, 'is', 'are')} missing.`,
    unreadable > 0 && `${leftOut(unreadable, 'unreadable image')}.`,
    duplicates > 0 &&
      `${leftOut(duplicates, 'duplicate image')}: one readable image of each section and channel is used.`,
    others > 0 && `${leftOut(others, 'other file')}: no section and channel in the name.`,
  ];
  return {
    canRun,
    summary: canRun
      ? `Runs on ${counted(places.size, 'image')}: ${counted(sections.size, 'section')}, ${counted(channels.size, 'channel')}.`
      : 'This dataset has no readable section images. Upload images first.',
    notes: notes.filter((note) => note !== false),
  };
}

function leftOut(count: number, what: string): string {
  return `${counted(count, what)} ${plural(count, 'is', 'are')} left out`;
}
