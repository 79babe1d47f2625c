import { formatCount } from '@data-manager/lib/formatNumber';
import { matchPhase } from '@data-manager/lib/match';
import { counted, plural } from '@data-manager/lib/plural';
import { failureNotice } from '../failures/failureText';
import { nameInText } from '../names/shownName';
import { announceChanges } from '../transfers/announceChanges';
import { isIdle, type EndOfFollow, type Follow, type WaitReason } from './follow';
import { areImagesComplete } from './images';

/**
 * Returns what a screen reader announces when the followed folders have changed: the start, why scanning has stopped
 * and that it continues, files that need a decision, a long time without a new file, and the end.
 */
export function announceFollows(before: readonly Follow[], now: readonly Follow[]): string | undefined {
  return announceChanges(before, now, announceFollow);
}

function announceFollow(before: Follow | undefined, now: Follow): readonly string[] {
  const { folderName, setAsideCount } = now;
  const sentences: string[] = [];
  const phase = phaseText(now);
  if (phase !== undefined && (before === undefined || phase !== phaseText(before))) sentences.push(phase);
  const added = setAsideCount - (before?.setAsideCount ?? 0);
  if (added > 0) sentences.push(`${counted(added, 'file')} in ${nameInText(folderName)} set aside.`);
  if (isIdle(now) && !(before !== undefined && isIdle(before))) sentences.push(idleText(now));
  return sentences;
}

function phaseText(follow: Follow): string | undefined {
  return matchPhase(follow, {
    following: ({ folderName }) => {
      const arrived = arrivedText(follow);
      return arrived === undefined ? `Following ${nameInText(folderName)}.` : `${nameInText(folderName)}: ${arrived}`;
    },
    waiting: ({ folderName, reason }) => `${nameInText(folderName)}: ${WAIT_TEXTS[reason]}`,
    stopping: () => undefined,
    ended: endText,
  });
}

/** Why the folder is not being scanned, and what to do. */
export const WAIT_TEXTS: Readonly<Record<WaitReason, string>> = {
  permission: 'The browser needs your permission to read the folder. Press resume to allow it.',
  folder: 'The folder was not found. Connect its drive or restore the folder; following then continues automatically.',
  session: 'Signed out. Following continues after you sign in.',
};

/** `No new file in Scan for 30 minutes.` */
export function idleText({ folderName, idleAfterMs }: Pick<Follow, 'folderName' | 'idleAfterMs'>): string {
  return `No new file in ${nameInText(folderName)} for ${counted(Math.round(idleAfterMs / 60_000), 'minute')}.`;
}

/** Says that all images have arrived that are known to come; undefined if some have not, or if none are known. */
export function arrivedText({ images, expected }: Pick<Follow, 'images' | 'expected'>): string | undefined {
  if (expected === undefined || !areImagesComplete(images, expected)) return undefined;
  const { sections } = expected;
  const arrived = plural(sections, 'The only section has', `All ${formatCount(sections)} sections have`);
  return `${arrived} arrived. Still looking for new files.`;
}

/** Describes how a follow has ended. */
export function endText({ how, folderName }: Pick<Extract<Follow, { readonly phase: 'ended' }>, 'how' | 'folderName'>) {
  const why: Readonly<Record<EndOfFollow, string>> = {
    stopped: '',
    rested: ' Nothing in it has changed for 24 hours.',
    crashed: ` ${failureNotice({ kind: 'crashed' }).text}`,
  };
  return `No longer following ${nameInText(folderName)}.${why[how]}`;
}
