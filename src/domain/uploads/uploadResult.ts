import { formatCount } from '@data-manager/lib/formatNumber';
import { counted, plural } from '@data-manager/lib/plural';
import { uploadEndText } from './announceUploads';
import type { LeftOut, UploadFile } from './upload';
import { holdText, type UploadHold } from './uploadHold';

/** Why a chosen file is not uploaded. */
export type LeftOutReason =
  'identical' | 'kept' | 'otherScan' | 'damaged' | 'elsewhere' | 'excluded' | 'noImage' | 'system';

/** A chosen file that is not uploaded. */
export interface LeftOutFile {
  readonly name: string;
  readonly reason: LeftOutReason;
}

/** What the user decided about the chosen files, apart from those to upload. */
export interface UploadChoice {
  readonly leftOut: readonly LeftOutFile[];
  /** The number of files and folders that the browser could not read. */
  readonly unread: number;
  /** The ids of damaged images that are uploaded nevertheless. */
  readonly damaged: readonly string[];
}

/** An upload as the user requested it, and which of its files have left the queue without being uploaded. */
export interface RequestedUpload extends UploadChoice {
  readonly owner: Pick<UploadFile, 'sponsorId' | 'userId'>;
  readonly files: readonly Pick<UploadFile, 'id' | 'key' | 'size'>[];
  /** The ids of files that were cancelled or left out, or that changed on disk. */
  readonly dropped: readonly string[];
}

/** The files of a requested upload that are still in the queue. */
export interface QueuedIds {
  /** The ids of the files that have not failed. */
  readonly sending: readonly string[];
  readonly failed: readonly string[];
}

/** What has become of the files of a requested upload. */
export interface UploadCounts {
  readonly requested: number;
  readonly uploaded: number;
  readonly sending: number;
  readonly failed: number;
  readonly dropped: number;
}

/** Counts the files that the user left out, but no files of the operating system; undefined if there are none. */
export function countLeftOut({ leftOut }: UploadChoice): LeftOut | undefined {
  const files = leftOut.filter(({ reason }) => reason !== 'system');
  const damaged = files.filter(({ reason }) => reason === 'damaged');
  return files.length === 0 ? undefined : { files: files.length, damaged: damaged.length };
}

/** Counts the files. Those that have left the queue are uploaded, unless they were dropped. */
export function countUploaded({ files, dropped }: RequestedUpload, { sending, failed }: QueuedIds): UploadCounts {
  const requested = files.length;
  return {
    requested,
    uploaded: requested - sending.length - failed.length - dropped.length,
    sending: sending.length,
    failed: failed.length,
    dropped: dropped.length,
  };
}

/** Returns the result as one sentence: `18 of 20 files are uploaded.` */
export function uploadResultText({ requested, uploaded, sending }: UploadCounts): string {
  if (uploaded === requested) return uploadEndText({ done: uploaded, failed: 0 });
  const ending = sending > 0 ? ' so far.' : '.';
  return `${formatCount(uploaded)} of ${counted(requested, 'file')} ${plural(requested === 1 ? 1 : uploaded, 'is', 'are')} uploaded${ending}`;
}

/**
 * Says what is still to be sent: `3 files are on the way; 1 of them replaces a file on the server.` The map shows the files that
 * are replaced as present. While nothing is sent, says why: `The upload is paused: 3 files are waiting.`
 */
export function onTheWayText(sending: number, replacing: number, hold: UploadHold | undefined): string {
  const which = replacing === sending ? plural(sending, 'it', 'they') : `${formatCount(replacing)} of them`;
  const replaced =
    replacing > 0 ? `; ${which} ${plural(replacing, 'replaces a file', 'replace files')} on the server` : '';
  const files = `${counted(sending, 'file')} ${plural(sending, 'is', 'are')}`;
  return hold === undefined ? `${files} on the way${replaced}.` : `${holdText(hold)}: ${files} waiting${replaced}.`;
}

/** Says why the uploaded files are complete; undefined if there are none. */
export function confirmedText(uploaded: number): string | undefined {
  if (uploaded === 0) return undefined;
  return `The server has confirmed ${plural(uploaded, 'its checksum', 'the checksum of each of them')}.`;
}

/** Says what to do about missing images: `They can be uploaded later.` */
export function gapsText(missing: number): string {
  return `The map below shows where. ${plural(missing, 'It', 'They')} can be uploaded later.`;
}

/** In the order in which they matter to the user. */
const REASON_TEXTS: Readonly<Record<LeftOutReason, string>> = {
  damaged: 'damaged',
  kept: 'different on the server, kept as they are there',
  elsewhere: 'named for another dataset',
  otherScan: 'not the chosen scan',
  excluded: 'at your request',
  noImage: 'no image',
  identical: 'on the server already',
  system: 'made by the operating system',
};

/** Orders the files that are left out by what matters first, so that a few damaged files are seen among many. */
export function sortByReason(leftOut: readonly LeftOutFile[]): readonly LeftOutFile[] {
  const reasons = Object.keys(REASON_TEXTS);
  return [...leftOut].sort((one, other) => reasons.indexOf(one.reason) - reasons.indexOf(other.reason));
}

/** Counts the files that are left out by reason: `2 damaged · 18 on the server already`. */
export function leftOutText({ leftOut, unread }: Pick<UploadChoice, 'leftOut' | 'unread'>): string {
  const counts = new Map<LeftOutReason, number>();
  for (const { reason } of sortByReason(leftOut)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [
    ...[...counts].map(([reason, count]) => `${formatCount(count)} ${REASON_TEXTS[reason]}`),
    ...(unread > 0 ? [`${formatCount(unread)} could not be read`] : []),
  ].join(' · ');
}

/** Returns the words for a reason, to stand beside the name of a file. */
export function reasonText(reason: LeftOutReason): string {
  return REASON_TEXTS[reason];
}
