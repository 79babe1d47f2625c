import { groupBy } from '@data-manager/lib/groupBy';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { fileDate } from '../listing/fileDate';
import type { FileEntry } from '../listing/fileListing';
import { prefixFor } from '../names/bulkRename';
import { formatFileName } from '../names/grammar';
import { repairedName } from '../names/nameTrouble';
import { latestScan } from '../scans/imageChoice';
import { datasetFolder } from '../uploads/uploadForecast';
import { blocks, type RowKind } from './rowKinds';

/** What the list of problems needs to know about a checked row. */
export interface WorklistRow {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  /** Milliseconds since 1970; 0 if it is not known. */
  readonly lastModified: number;
  readonly naming: ImagePlace | undefined;
  readonly kinds: readonly RowKind[];
  /** What the name of another dataset's image begins with. */
  readonly namedFor: string | undefined;
  readonly isLeftOut?: boolean;
  /** The files on the server, under other keys, that are the same section, layer and channel. */
  readonly otherScans: readonly FileEntry[];
}

interface ImagePlace {
  readonly section: number;
  readonly layer: number;
  readonly channel: number;
}

/** The content of a file, compared with the file on the server that has the same key. */
export type RowContent = 'identical' | 'different' | 'unknown';

/** The findings that each card is about, worst first. Every finding that blocks the upload has a card. */
const CARD_KINDS = {
  names: ['invalid'],
  unstorable: ['unstorable'],
  tooLarge: ['tooLarge'],
  beyondTotal: ['beyondTotal'],
  scans: ['duplicate', 'scannedAgain'],
  foreign: ['foreign', 'elsewhere'],
  server: ['undecided', 'onServer'],
  damaged: ['unreadable'],
} as const satisfies Readonly<Record<string, readonly RowKind[]>>;

/** The kinds of problems. */
type CardKind = keyof typeof CARD_KINDS;

const CARDS: readonly (readonly [CardKind, readonly RowKind[]])[] = Object.entries(CARD_KINDS).map(([kind, kinds]) => [
  kind as CardKind,
  kinds,
]);

/** One kind of problem, with the rows that have it. */
export interface Card<Row extends WorklistRow> {
  readonly kind: CardKind;
  readonly rows: readonly Row[];
  /** True if the upload waits for a decision about some of the rows. */
  readonly blocks: boolean;
}

/** Sorts checked rows into one card for each kind of problem, worst first. A row can be in several cards. */
export function listCards<Row extends WorklistRow>(rows: readonly Row[]): readonly Card<Row>[] {
  return CARDS.flatMap(([kind, kinds]) => {
    const own = rows.filter((row) => kinds.some((one) => row.kinds.includes(one)));
    const isBlocking = own.some((row) => kinds.some((one) => blocks(one) && row.kinds.includes(one)));
    return own.length === 0 ? [] : [{ kind, rows: own, blocks: isBlocking }];
  });
}

/** A rename that makes a name valid, or that of an image of the dataset. */
export interface NameRepair {
  readonly id: string;
  readonly oldName: string;
  readonly newName: string;
}

/** Returns the only sensible valid name of each row that has one. */
export function repairNames(rows: readonly WorklistRow[]): readonly NameRepair[] {
  return rows.flatMap(({ id, name }) => {
    const newName = repairedName(name);
    return newName === undefined ? [] : [{ id, oldName: name, newName }];
  });
}

/** Returns the names that make the images of other datasets those of the datasets that they are uploaded into. */
export function renameToDatasets(rows: readonly WorklistRow[]): readonly NameRepair[] {
  return rows.flatMap(({ id, name, key, naming }) => {
    if (naming === undefined) return [];
    const dataset = prefixFor(lastSegment(datasetFolder(key)));
    return [{ id, oldName: name, newName: formatFileName({ ...naming, dataset }) }];
  });
}

/** Files that are the same section, layer and channel of a dataset, or that have the same key. */
export interface ScanGroup<Row> {
  /** The chosen files, from the oldest to the newest. */
  readonly rows: readonly Row[];
  readonly onServer: readonly FileEntry[];
  /** Nothing is left to decide. */
  readonly isSolved: boolean;
  /** The latest scan among the files that are not left out; undefined if the dates don't say which it is. */
  readonly latest: Row | FileEntry | undefined;
  /** The latest scan or, if the dates don't say which it is, the only one in the lowest folder. */
  readonly rescan: Row | FileEntry | undefined;
}

/** Groups the rows of the card of scans. */
export function groupScans<Row extends WorklistRow>(rows: readonly Row[]): readonly ScanGroup<Row>[] {
  return [...groupBy(rows, scanPlace).values()].map(scanGroup);
}

/** Identifies the section, layer and channel of an image in a dataset. Images of another dataset have places of their own. */
export function scanPlace({ key, naming, namedFor = '' }: Pick<WorklistRow, 'key' | 'naming' | 'namedFor'>): string {
  if (naming === undefined) return key;
  return `${datasetFolder(key)}/${namedFor}/${naming.section} ${naming.layer} ${naming.channel}`;
}

function scanGroup<Row extends WorklistRow>(found: readonly Row[]): ScanGroup<Row> {
  const rows = [...found].sort(byAge);
  const onServer = [...new Set(rows.flatMap(({ otherScans }) => otherScans))];
  const kept = rows.filter(({ isLeftOut }) => isLeftOut !== true);
  const isDecided = onServer.length > 0 && rows.every(({ isLeftOut }) => isLeftOut !== undefined);
  const scans = [
    ...kept.map((scan) => ({ scan, modified: fileDate(scan.lastModified) ?? '' })),
    ...onServer.map((scan) => ({ scan, modified: scan.modified ?? '' })),
  ];
  const latest = kept.length === 0 ? undefined : latestScan<(typeof scans)[number]>(scans)?.scan;
  const [lowest, next] = kept.toSorted((one, other) => depthOf(other) - depthOf(one));
  const isLowest = lowest !== undefined && next !== undefined && depthOf(lowest) > depthOf(next);
  return {
    rows,
    onServer,
    isSolved: isDecided || kept.length + onServer.length <= 1,
    latest,
    rescan: latest ?? (isLowest && onServer.length === 0 ? lowest : undefined),
  };
}

function depthOf({ key }: WorklistRow): number {
  return key.split('/').length;
}

/** The older file comes first or, if both are of the same time, the one in the higher folder. */
function byAge(left: WorklistRow, right: WorklistRow): number {
  return left.lastModified - right.lastModified || depthOf(left) - depthOf(right) || (left.key < right.key ? -1 : 1);
}

/** Leaves out all but the rescans where it is known which they are. Brings back none that the user has left out. */
export function keepRescans<Row extends WorklistRow>(groups: readonly ScanGroup<Row>[]) {
  const kept: string[] = [];
  const leftOut: string[] = [];
  for (const { rows, rescan } of groups) {
    if (rescan === undefined) continue;
    for (const row of rows) {
      if (row === rescan) kept.push(row.id);
      else leftOut.push(row.id);
    }
  }
  return { kept, leftOut };
}
