import { counted } from '@data-manager/lib/plural';
import { announceChanges } from '../transfers/announceChanges';
import { isIdle, type Follow, type WaitReason } from './follow';

/**
 * Returns what a screen reader announces when the followed folders have changed: the start, why scanning has stopped
 * and that it continues, files that need a decision, the first files that are named for another dataset, a long time
 * without a new file, and the end.
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
  if (added > 0) sentences.push(`${counted(added, 'file')} in ${folderName} set aside.`);
  if (now.foreign !== undefined && before?.foreign === undefined) {
    sentences.push(`${counted(now.foreign.files, 'file')} in ${folderName} named for another dataset.`);
  }
  if (isIdle(now) && !(before !== undefined && isIdle(before))) sentences.push(idleText(now));
  return sentences;
}

function phaseText(follow: Follow): string | undefined {
  switch (follow.phase) {
    case 'following':
      return `Following ${follow.folderName}.`;
    case 'waiting':
      return `${follow.folderName}: ${waitText(follow.reason)}`;
    case 'stopping':
      return undefined;
    case 'ended':
      return endText(follow);
  }
}

/** Explains why the folder is not being scanned, and what to do. */
export function waitText(reason: WaitReason): string {
  switch (reason) {
    case 'permission':
      return 'The browser needs your permission to read the folder. Press resume to allow it.';
    case 'folder':
      return 'The folder was not found. Connect its drive or restore the folder; following then continues automatically.';
    case 'session':
      return 'Signed out. Following continues after you sign in.';
  }
}

/** `No new file in Scan for 30 minutes.` */
export function idleText({ folderName, idleAfterMs }: Pick<Follow, 'folderName' | 'idleAfterMs'>): string {
  return `No new file in ${folderName} for ${counted(Math.round(idleAfterMs / 60_000), 'minute')}.`;
}

/** Describes how a follow has ended. */
export function endText({ how, title, folderName }: Extract<Follow, { readonly phase: 'ended' }>): string {
  return how === 'complete' ? `${title} is complete.` : `No longer following ${folderName}.`;
}
