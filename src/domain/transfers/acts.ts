import { groupBy } from '@data-manager/lib/groupBy';
import { pick } from '@data-manager/lib/pick';
import type { KeptArchive } from './archives';
import type { Receipt } from './receipts';

/*
 * The server records an event and a receipt for each file, or this browser keeps the receipt. The activity shows acts: an upload of
 * 235 files into a dataset is one line.
 */

/** Something that a user did. */
export interface Act {
  /** The hash or reference of a project, dataset, job or archive. */
  readonly id?: string;
  /** When the last of its events happened, milliseconds since 1970. */
  readonly at: number;
  /** When the first of its events happened. */
  readonly since: number;
  /** Absent if the server did it. */
  readonly userId?: string;
  readonly userName?: string;
  readonly action: string;
  readonly type: string;
  /** A title, the path of a job's dataset, or the key of its latest file. */
  readonly name: string;
  /** The pipeline of a job, the contents of an archive, or `from` and the former name. */
  readonly details?: string;
  /** The number of files, or of created projects or datasets. */
  readonly count: number;
  /** There are more events than the server lists. */
  readonly isCut?: boolean;
}

/** An act, and what is kept of it. */
export interface KeptAct extends Act {
  /** Latest first. */
  readonly receipts: readonly Receipt[];
  /** The saved archive. */
  readonly archive?: Archive;
}

type Archive = Pick<KeptArchive, 'id' | 'title' | 'savedAt' | 'userId'> & { readonly downloadId?: string };

/** Receipts, and what this browser keeps of the user's acts. */
interface OwnRecords {
  /** Latest first. */
  readonly receipts: readonly Receipt[];
  readonly archives: readonly Archive[];
}

/** What decides to which act an event belongs. */
type ActEvent = Pick<Act, 'at' | 'userId' | 'action' | 'type' | 'name'>;

const MINUTE_MS = 60 * 1_000;

/** Returns the longest pause within an act: the upload of a large file takes long, requests follow one another. */
function pauseOf({ action }: ActEvent): number {
  return (action === 'upload' || action === 'download' ? 30 : 1) * MINUTE_MS;
}

/** Returns the project, the dataset or the top folder of a project that contains a file: `sponsor/project[/dataset]`. */
export function placeOfFile(key: string): string {
  return key.replace(/\/$/, '').split('/').slice(0, -1).slice(0, 3).join('/');
}

/** Returns what the events of an act have in common; undefined for an event that is always an act of its own. */
function commonOf({ userId = '', action, type, name }: ActEvent): string | undefined {
  if (type === 'file') return JSON.stringify([userId, action, placeOfFile(name)]);
  return action === 'create' ? JSON.stringify([userId, action, type]) : undefined;
}

/**
 * Groups events into acts: what a user did to files of one place, or created, without a long pause. Other events are acts of their
 * own.
 *
 * @param events Latest first, as the acts and their events.
 */
export function groupEvents<Event extends ActEvent>(events: readonly Event[]): readonly (readonly Event[])[] {
  const acts: Event[][] = [];
  const latest = new Map<string, Event[]>();
  for (const event of events) {
    const common = commonOf(event);
    const act = common === undefined ? undefined : latest.get(common);
    const later = act?.at(-1);
    if (act !== undefined && later !== undefined && later.at - event.at <= pauseOf(event)) act.push(event);
    else {
      const started = [event];
      acts.push(started);
      if (common !== undefined) latest.set(common, started);
    }
  }
  return acts;
}

type GrowingAct = Act & { readonly receipts: Receipt[]; archive?: Archive };

/**
 * Adds receipts and what this browser has kept to the acts that the server lists. Records of which the server lists no act are acts, too.
 *
 * @param userName The name of the signed-in user.
 */
export function addRecords(
  acts: readonly Act[],
  { receipts, archives }: OwnRecords,
  userName?: string,
): readonly KeptAct[] {
  const own = userName === undefined ? {} : { userName };
  const grown = acts.map((act): GrowingAct => ({ ...act, receipts: [] }));
  for (const archive of archives) {
    const { id, title: name, savedAt: at, userId, downloadId = id } = archive;
    const known = grown.find((act) => act.type === 'archive' && act.id === downloadId);
    if (known !== undefined) known.archive = archive;
    else {
      const what = { action: 'download', type: 'archive', name, count: 1 };
      grown.push({ id: downloadId, at, since: at, userId, ...own, ...what, receipts: [], archive });
    }
  }
  grown.push(...addReceipts(grown, receipts).map((act) => ({ ...own, ...act })));
  return grown
    .map((act) => ({ ...act, count: Math.max(act.count, act.receipts.length) }))
    .sort((left, right) => right.at - left.at);
}

/** Returns an act with a single receipt. */
export function actOfReceipt(receipt: Receipt): GrowingAct {
  const { savedTo, endedAt: at, key, formerKey: name = key } = receipt;
  const action = savedTo === undefined ? 'upload' : 'download';
  return {
    ...pick(receipt, 'userId', 'userName'),
    at,
    since: at,
    action,
    type: 'file',
    name,
    count: 1,
    receipts: [receipt],
  };
}

/** Adds receipts to the acts of their uploads or downloads. Returns the acts of the other receipts. */
function addReceipts(acts: readonly GrowingAct[], receipts: readonly Receipt[]): readonly GrowingAct[] {
  const listed = groupBy(acts, commonOf);
  return groupEvents(receipts.map(actOfReceipt)).flatMap((group) => {
    const [last, first = last] = [group[0], group.at(-1)];
    if (last === undefined || first === undefined) return [];
    const own = group.flatMap((act) => act.receipts);
    const pause = pauseOf(last);
    const known = listed
      .get(commonOf(last) ?? '')
      ?.find(({ at, since }) => since - pause <= last.at && first.at - pause <= at);
    if (known === undefined) return [{ ...last, since: first.at, count: own.length, receipts: own }];
    known.receipts.push(...own);
    return [];
  });
}

/** Returns what can be restored of an act that deleted something. */
export function restorableOf<
  Item extends { readonly kind: string; readonly id: string; readonly deletedAt: number; readonly isReplaced?: true },
>({ action, type, id, name, at, since }: Act, deleted: readonly Item[]): readonly Item[] {
  if (action !== 'delete') return [];
  if (type !== 'file') return deleted.filter((item) => item.kind === type && item.id === id);
  const place = placeOfFile(name);
  // The event and the deletion have the same time, which is rounded in one of them.
  const isThen = ({ deletedAt }: Item) => deletedAt >= since - 1 && deletedAt <= at + 1;
  return deleted.filter(
    (item) => item.kind === 'file' && !item.isReplaced && isThen(item) && placeOfFile(item.id) === place,
  );
}
