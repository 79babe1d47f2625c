import { formatCount, formatPercent } from '@data-manager/lib/formatNumber';
import { counted, plural } from '@data-manager/lib/plural';
import { failureNotice } from '../failures/failureText';
import { nameInText } from '../names/shownName';
import { quartersOf } from '../transfers/announceChanges';
import type { UploadFile } from './upload';
import { holdText, type UploadHold } from './uploadHold';

/** The state of the queue that screen readers announce. */
export interface UploadsSnapshot {
  /** Files that are uploading or waiting. */
  readonly left: number;
  readonly done: number;
  readonly failed: readonly UploadFile[];
  /** Whole percent of all bytes. */
  readonly percent: number;
  readonly hold?: UploadHold | undefined;
}

/**
 * Returns the announcement of a change: the start, every quarter, each failure and the end. Returns undefined for all other
 * changes. A cancelled queue has a toast instead.
 */
export function announceUploads(before: UploadsSnapshot, now: UploadsSnapshot): string | undefined {
  const failure = failureText(before.failed, now.failed);
  const sentences = [...(failure === undefined ? [] : [failure])];
  if (before.left === 0 && now.left > 0) {
    sentences.push(startText(now));
  } else if (before.left > 0 && now.left === 0) {
    const hasEnded = now.done > before.done || failure !== undefined;
    if (hasEnded) sentences.push(uploadEndText({ done: now.done, failed: now.failed.length }));
  } else if (now.left > 0 && quartersOf(now.percent) > quartersOf(before.percent)) {
    sentences.push(`${formatPercent(quartersOf(now.percent) * 25)} uploaded.`);
  }
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function startText({ left, hold }: UploadsSnapshot): string {
  const files = counted(left, 'file');
  return hold === undefined ? `Uploading ${files}.` : `${holdText(hold)}: ${files} waiting.`;
}

function failureText(before: readonly UploadFile[], now: readonly UploadFile[]): string | undefined {
  if (before === now) return undefined;
  const known = new Set(before.map(({ id }) => id));
  const [first, ...others] = now.filter(({ id }) => !known.has(id));
  if (first === undefined || first.progress.phase !== 'failed') return undefined;
  if (others.length > 0) return `${counted(others.length + 1, 'file')} failed.`;
  return `${nameInText(first.name)} failed: ${failureNotice(first.progress.failure).text}`;
}

/** Returns the announcement of the end of a queue. */
export function uploadEndText({ done, failed }: { readonly done: number; readonly failed: number }): string {
  if (failed > 0) return `${counted(done, 'file')} uploaded, ${formatCount(failed)} failed.`;
  return plural(done, 'The file is uploaded.', `All ${counted(done, 'file')} are uploaded.`);
}
