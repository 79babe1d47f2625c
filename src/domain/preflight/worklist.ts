import type { FileEntry, ImageProblem } from '../listing/fileListing';
import { repairedName } from '../names/nameTrouble';
import { datasetFolder } from '../uploads/uploadForecast';
import type { RowKind } from './rowKinds';

/** What the list of problems needs to know about a checked row. */
export interface WorklistRow {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly lastModified: number;
  readonly naming: { readonly section: number; readonly layer: number; readonly channel: number } | undefined;
  readonly kinds: readonly RowKind[];
  readonly onServer: FileEntry | undefined;
  readonly decision?: 'skip' | 'replace';
  /** How the content compares with the file on the server. Absent until it has been compared. */
  readonly content?: RowContent;
  readonly imageProblem?: ImageProblem;
  readonly namedFor: string | undefined;
  readonly isLeftOut?: boolean;
}

/** The content of a file, compared with the file on the server that has the same key. */
export type RowContent = 'identical' | 'different' | 'unknown';

/** A rename that makes an invalid name valid. */
interface NameRepair {
  readonly id: string;
  readonly oldName: string;
  readonly newName: string;
}

/** Which of several scans are uploaded. `undefined`: another combination. */
export type ScanChoice = 'original' | 'rescan' | 'both';

/** Files that are the same section, layer and channel of a dataset. */
export interface ScanGroup<Row> {
  /** From the oldest to the newest. */
  readonly rows: readonly [Row, Row, ...Row[]];
  readonly choice: ScanChoice | undefined;
  /** False if some files have the same key, so that not all of them can be uploaded. */
  readonly mayKeepBoth: boolean;
}

/** One kind of problem, with the rows that have it. */
export type Card<Row extends WorklistRow> =
  | {
      readonly kind: 'names';
      readonly rows: readonly Row[];
      /** For the rows that have only one sensible name. */
      readonly repairs: readonly NameRepair[];
    }
  | { readonly kind: 'unstorable' | 'tooLarge'; readonly rows: readonly Row[] }
  /** `highest`: the highest section. */
  | { readonly kind: 'beyondTotal'; readonly rows: readonly Row[]; readonly highest: number }
  | { readonly kind: 'scans'; readonly rows: readonly Row[]; readonly groups: readonly ScanGroup<Row>[] }
  /** `titles`: the datasets that the rows are named for. Empty if the rows are named for none. */
  | {
      readonly kind: 'elsewhere' | 'foreign';
      readonly rows: readonly Row[];
      readonly titles: readonly string[];
      readonly isLeftOut: boolean | undefined;
    }
  | { readonly kind: 'server'; readonly rows: readonly Row[]; readonly contents: ContentCounts }
  | { readonly kind: 'damaged'; readonly rows: readonly Row[]; readonly isLeftOut: boolean };

/** Files on the server by the result of comparing their contents. */
interface ContentCounts {
  readonly identical: number;
  readonly different: number;
  readonly unknown: number;
  /** Not compared yet. */
  readonly waiting: number;
  /** Neither left out nor replacing the file on the server. */
  readonly undecided: number;
}

/** The kinds of problems. */
export type CardKind = Card<WorklistRow>['kind'];

/** Sorts checked rows into one card for each kind of problem, worst first. A row can be in several cards. */
export function listCards<Row extends WorklistRow>(rows: readonly Row[]): readonly Card<Row>[] {
  const cards = [
    namesCard(rows.filter(has('invalid'))),
    plainCard('unstorable', rows.filter(has('unstorable'))),
    plainCard('tooLarge', rows.filter(has('tooLarge'))),
    beyondCard(rows.filter(has('beyondTotal'))),
    scansCard(rows),
    foreignCard('elsewhere', rows.filter(isNamedElsewhere)),
    foreignCard(
      'foreign',
      rows.filter((row) => row.namedFor === ''),
    ),
    serverCard(rows.filter(({ onServer, isLeftOut }) => onServer !== undefined && isLeftOut !== true)),
    damagedCard(rows.filter(({ imageProblem }) => imageProblem !== undefined)),
  ];
  return cards.filter((card) => card !== undefined);
}

/** Returns true if the upload waits for a decision about a card. */
export function needsDecision<Row extends WorklistRow>(card: Card<Row>): boolean {
  switch (card.kind) {
    case 'names':
    case 'unstorable':
    case 'tooLarge':
    case 'beyondTotal':
      return true;
    case 'scans':
      return card.groups.some(({ choice }) => choice === undefined);
    case 'elsewhere':
      return card.isLeftOut === undefined;
    case 'server':
      return card.contents.undecided > 0;
    case 'damaged':
    case 'foreign':
      return false;
  }
}

function has(kind: RowKind): (row: WorklistRow) => boolean {
  return ({ kinds }) => kinds.includes(kind);
}

function isNamedElsewhere({ namedFor }: WorklistRow): boolean {
  return namedFor !== undefined && namedFor !== '';
}

function namesCard<Row extends WorklistRow>(rows: readonly Row[]): Card<Row> | undefined {
  if (rows.length === 0) return undefined;
  return { kind: 'names', rows, repairs: rows.flatMap(repairOf) };
}

function repairOf({ id, name }: WorklistRow): readonly NameRepair[] {
  const newName = repairedName(name);
  return newName === undefined ? [] : [{ id, oldName: name, newName }];
}

function plainCard<Row extends WorklistRow>(
  kind: 'unstorable' | 'tooLarge',
  rows: readonly Row[],
): Card<Row> | undefined {
  return rows.length === 0 ? undefined : { kind, rows };
}

function beyondCard<Row extends WorklistRow>(rows: readonly Row[]): Card<Row> | undefined {
  if (rows.length === 0) return undefined;
  const highest = rows.reduce((most, { naming }) => Math.max(most, naming?.section ?? 0), 0);
  return { kind: 'beyondTotal', rows, highest };
}

function foreignCard<Row extends WorklistRow>(
  kind: 'elsewhere' | 'foreign',
  rows: readonly Row[],
): Card<Row> | undefined {
  const [first, ...others] = rows;
  if (first === undefined) return undefined;
  const titles = [...new Set(rows.flatMap(({ namedFor = '' }) => (namedFor === '' ? [] : [namedFor])))];
  const isLeftOut = others.every((row) => row.isLeftOut === first.isLeftOut) ? first.isLeftOut : undefined;
  return { kind, rows, titles, isLeftOut };
}

function serverCard<Row extends WorklistRow>(rows: readonly Row[]): Card<Row> | undefined {
  if (rows.length === 0) return undefined;
  const contents = { identical: 0, different: 0, unknown: 0, waiting: 0, undecided: 0 };
  for (const { content, decision } of rows) {
    contents[content ?? 'waiting'] += 1;
    if (decision === undefined) contents.undecided += 1;
  }
  return { kind: 'server', rows, contents };
}

function damagedCard<Row extends WorklistRow>(rows: readonly Row[]): Card<Row> | undefined {
  if (rows.length === 0) return undefined;
  return { kind: 'damaged', rows, isLeftOut: rows.every(({ isLeftOut }) => isLeftOut === true) };
}

/**
 * Finds files that are the same image of a dataset, or that have the same key. Files that the server has are compared with
 * it instead, and damaged files that are left out are no alternative.
 */
function scansCard<Row extends WorklistRow>(rows: readonly Row[]): Card<Row> | undefined {
  const places = new Map<string, Row[]>();
  for (const row of rows) {
    if (row.onServer !== undefined && !row.kinds.includes('duplicate')) continue;
    if (row.imageProblem !== undefined && row.isLeftOut === true) continue;
    const place = placeOf(row);
    const others = places.get(place);
    if (others === undefined) places.set(place, [row]);
    else others.push(row);
  }
  const groups = [...places.values()].filter(({ length }) => length > 1).flatMap(scanGroup);
  return groups.length === 0 ? undefined : { kind: 'scans', rows: groups.flatMap((group) => group.rows), groups };
}

function placeOf({ key, naming }: WorklistRow): string {
  if (naming === undefined) return key;
  return `${datasetFolder(key)}//${naming.section} ${naming.layer} ${naming.channel}`;
}

function scanGroup<Row extends WorklistRow>(found: readonly Row[]): readonly ScanGroup<Row>[] {
  const [first, second, ...others] = [...found].sort(byAge);
  if (first === undefined || second === undefined) return [];
  const rows = [first, second, ...others] as const;
  const mayKeepBoth = new Set(rows.map(({ key }) => key)).size === rows.length;
  return [{ rows: [first, second, ...others], mayKeepBoth, choice: choiceOf(rows, mayKeepBoth) }];
}

/** The original comes first: the older file or, if both are of the same time, the one in the higher folder. */
function byAge(left: WorklistRow, right: WorklistRow): number {
  return (
    left.lastModified - right.lastModified ||
    left.key.split('/').length - right.key.split('/').length ||
    (left.key < right.key ? -1 : 1)
  );
}

function choiceOf(rows: readonly WorklistRow[], mayKeepBoth: boolean): ScanChoice | undefined {
  const kept = rows.filter(({ isLeftOut }) => isLeftOut !== true);
  if (kept.length === rows.length) return mayKeepBoth ? 'both' : undefined;
  if (kept.length !== 1) return undefined;
  if (kept[0] === rows[0]) return 'original';
  return kept[0] === rows.at(-1) ? 'rescan' : undefined;
}

/** Returns the ids of the rows that a choice keeps, and of the others. */
export function keptScans<Row extends WorklistRow>(
  groups: readonly ScanGroup<Row>[],
  choice: ScanChoice,
): { readonly kept: readonly string[]; readonly leftOut: readonly string[] } {
  const kept: string[] = [];
  const leftOut: string[] = [];
  for (const { rows, mayKeepBoth } of groups) {
    if (choice === 'both' && !mayKeepBoth) continue;
    const keeps = choice === 'original' ? 0 : rows.length - 1;
    rows.forEach(({ id }, index) => (choice === 'both' || index === keeps ? kept : leftOut).push(id));
  }
  return { kept, leftOut };
}
