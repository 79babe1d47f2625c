import { formatCount } from '@data-manager/lib/formatNumber';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { PIPELINE_LABELS } from '../jobs/pipelineLabels';
import { searchRows } from '../listing/tableQuery';
import { shownName } from '../names/shownName';
import { placeOfFile, type Act, type KeptAct } from './acts';

/** Part of a sentence: words, or a name or path. */
export type SentencePart = string | { readonly path: string };

const DONE: Readonly<Record<string, string>> = {
  upload: 'uploaded',
  download: 'downloaded',
  delete: 'deleted',
  'delete permanently': 'permanently deleted',
  restore: 'restored',
  rename: 'renamed',
  create: 'created',
  change: 'changed',
  start: 'started',
  cancel: 'cancelled',
};

/** Returns what was done, and by whom: `Mia uploaded 235 files into brains/TC042`. */
export function actSentence(act: Act & Partial<KeptAct>): readonly SentencePart[] {
  const { userId, userName = userId, action } = act;
  const who = userName === undefined ? 'The server' : { path: userName };
  const [first = '', ...rest] = objectOf(act);
  return [who, ` ${DONE[action] ?? action} `, first, ...rest, leftOutText(act)];
}

/** Returns the sentence as text. */
export function actText(act: Act & Partial<KeptAct>): string {
  return actSentence(act)
    .map((part) => (typeof part === 'string' ? part : shownName(part.path)))
    .join('');
}

/** Returns the acts whose sentence contains every word of the text, and others with the files that do. */
export function searchActs(acts: readonly KeptAct[], text: string): readonly KeptAct[] {
  const named = new Set(searchRows(acts, text, actText));
  return acts.flatMap((act) => {
    if (named.has(act)) return [act];
    const sentence = actText(act);
    const receipts = searchRows(
      act.receipts,
      text,
      ({ key, originalName = '' }) => `${sentence} ${key} ${originalName}`,
    );
    return receipts.length === 0 ? [] : [{ ...act, receipts }];
  });
}

/** Returns the former name of something that was renamed, or the former key of a file. */
export function formerName({ action, details }: Act): string | undefined {
  return action === 'rename' ? details?.replace(/^from /, '') : undefined;
}

/** Returns a key or path without the sponsor. */
export function withoutSponsor(path: string): string {
  return path.slice(path.indexOf('/') + 1);
}

/** `, 3 left out`, or `, 2 damaged left out` if all of them are damaged. */
function leftOutText({ receipts = [] }: Partial<KeptAct>): string {
  const leftOut = receipts.flatMap((receipt) => receipt.leftOut ?? []);
  const files = leftOut.reduce((sum, counts) => sum + counts.files, 0);
  const damaged = leftOut.reduce((sum, counts) => sum + counts.damaged, 0);
  if (files === 0) return '';
  return `, ${formatCount(files)} ${damaged === files ? 'damaged ' : ''}left out`;
}

function objectOf(act: Act): readonly SentencePart[] {
  const { type, name, details = '', count, isCut } = act;
  const former = formerName(act);
  switch (type) {
    case 'job': {
      const label = Object.entries(PIPELINE_LABELS).find(([pipeline]) => pipeline === details)?.[1] ?? 'a job';
      return [`${label} for `, { path: withoutSponsor(name) }];
    }
    case 'archive':
      return [{ path: details === '' ? name : withoutSponsor(details) }];
    case 'file': {
      const place = [...placedAs(act), ...(act.action === 'download' ? [' into a folder'] : [])];
      if (count > 1 || isCut) return [`${formatCount(count)} ${isCut ? 'or more ' : ''}files`, ...place];
      const from = former === undefined ? [] : [{ path: nameOf(former) }, ' to '];
      return [...from, { path: nameOf(name) }, ...place];
    }
    default: {
      if (count > 1) return [`${formatCount(count)} ${type}s`];
      return [`the ${type} `, ...(former === undefined ? [] : [{ path: former }, ' to ']), { path: name }];
    }
  }
}

function placedAs({ action, name }: Act): readonly SentencePart[] {
  const isFrom = action === 'download' || action.startsWith('delete');
  const preposition = action === 'upload' ? 'into' : isFrom ? 'from' : 'in';
  return [` ${preposition} `, { path: withoutSponsor(placeOfFile(name)) }];
}

/** The name of a file, or of a folder, whose key ends with a slash. */
function nameOf(key: string): string {
  return lastSegment(key.replace(/\/$/, ''));
}
