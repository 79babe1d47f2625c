import type { FindingPlace } from '@data-manager/domain/completeness/completenessFindings';
import type { ImageProblem } from '@data-manager/domain/listing/fileListing';
import type { RenameOptions, RenameStep } from '@data-manager/domain/names/bulkRename';
import { isNamedLikeTiff } from '@data-manager/domain/names/grammar';
import type { RowKind } from '@data-manager/domain/preflight/rowKinds';
import type { RowContent } from '@data-manager/domain/preflight/worklist';
import { isSystemFile } from '@data-manager/domain/uploads/systemFile';
import { omit } from '@data-manager/lib/omit';
import type { FoundFile } from '../../../platform/reading/readFiles';
import { nameOf, type ChosenRow, type CollisionDecision } from './rows';

/** A change of many rows that can be undone. */
interface UndoStep {
  readonly kind: 'renamed' | 'excluded';
  /** The rows before the change. `after` is absent for a row that was removed. */
  readonly rows: readonly { readonly before: ChosenRow; readonly after?: ChosenRow }[];
}

/** The files chosen for the upload and the progress of reading them. */
export interface Choice {
  readonly rows: readonly ChosenRow[];
  /** Operating system files, which are not uploaded. */
  readonly systemFiles: readonly ChosenRow[];
  /** Files and folders that could not be read. */
  readonly unreadable: number;
  /** The number of file choosers and drops that are still being read. */
  readonly readings: number;
  /** True if some files have been read and more are expected. */
  readonly expectsMore: boolean;
  /** True if incomplete images are not uploaded. Undefined until the user has decided. */
  readonly leavesOutUnreadable: boolean | undefined;
  /** The changes that can be undone, latest last. */
  readonly steps: readonly UndoStep[];
  /** The total of sections; absent until the user enters one. */
  readonly sections?: string;
  /** The rule of the last bulk rename. */
  readonly rule?: RenameOptions;
  /** The id of the next row. */
  readonly nextId: number;
  readonly table: TableView;
}

/** What the user sees of the table of all files. */
export interface TableView {
  /** Open from the start, because the files are few. */
  readonly isSmall: boolean;
  /** Undefined until the user opens or closes it. */
  readonly isOpen?: boolean | undefined;
  /** Shows only the files of this place. */
  readonly place?: PickedPlace | undefined;
  /** Shows only the files with this finding. */
  readonly filter?: RowKind | undefined;
}

/** What of it the user changes. */
export type TableChange = Omit<Partial<TableView>, 'isSmall'>;

/** The images that the user has picked in the map of a folder. */
export interface PickedPlace extends FindingPlace {
  readonly folder: string;
}

/** Up to this many files, the table is open from the start. */
const SMALL_CHOICE = 50;

export const EMPTY_CHOICE: Choice = {
  rows: [],
  systemFiles: [],
  unreadable: 0,
  readings: 0,
  expectsMore: false,
  leavesOutUnreadable: undefined,
  steps: [],
  nextId: 1,
  table: { isSmall: true },
};

/** Returns true if no files are chosen: none were, or all of them were uploaded. */
export function isUntouched({ rows, systemFiles, steps, readings }: Choice): boolean {
  return rows.length + systemFiles.length + steps.length + readings === 0;
}

export type ChoiceEvent =
  | { readonly type: 'readingStarted' }
  | { readonly type: 'readingEnded' }
  | { readonly type: 'filesAdded'; readonly found: readonly FoundFile[]; readonly unreadable: number }
  | { readonly type: 'removed'; readonly ids: readonly string[] }
  | { readonly type: 'renamed'; readonly id: string; readonly newName: string }
  /** `rule`: absent if every file got the name that its own suggests. */
  | { readonly type: 'bulkRenamed'; readonly steps: readonly RenameStep[]; readonly rule?: RenameOptions }
  /** Undoes the latest step. */
  | { readonly type: 'undone' }
  | { readonly type: 'decided'; readonly ids: readonly string[]; readonly decision: CollisionDecision }
  /** Files with the keys of some rows have changed on the server. */
  | { readonly type: 'serverFilesChanged'; readonly ids: readonly string[] }
  /** Uploads some rows although there is a reason not to, and leaves out others. */
  | { readonly type: 'kept'; readonly kept: readonly string[]; readonly leftOut: readonly string[] }
  | { readonly type: 'problemsFound'; readonly problems: ReadonlyMap<File, ImageProblem> }
  | { readonly type: 'unreadableLeftOut'; readonly isLeftOut: boolean }
  /** The contents of files were compared with those on the server. */
  | { readonly type: 'contentsCompared'; readonly contents: ReadonlyMap<string, RowContent> }
  | { readonly type: 'totalEntered'; readonly sections: string }
  | ({ readonly type: 'tableShown' } & TableChange)
  /** The files were uploaded or are no longer wanted. The result of the upload needs the total. */
  | { readonly type: 'cleared' }
  | { readonly type: 'restored'; readonly choice: Choice };

export function choiceReducer(choice: Choice, event: ChoiceEvent): Choice {
  switch (event.type) {
    case 'readingStarted':
      return { ...choice, readings: choice.readings + 1 };
    case 'readingEnded':
      return { ...choice, readings: choice.readings - 1, expectsMore: choice.expectsMore && choice.readings > 1 };
    case 'filesAdded':
      return withFiles(choice, event.found, event.unreadable);
    case 'removed':
      return withoutRows(choice, event.ids);
    case 'renamed':
      return { ...choice, rows: choice.rows.map((row) => (row.id === event.id ? renamed(row, event.newName) : row)) };
    case 'bulkRenamed':
      return { ...withBulkRename(choice, event.steps), ...(event.rule !== undefined && { rule: event.rule }) };
    case 'undone':
      return withoutLastStep(choice);
    case 'decided': {
      const decided = new Set(event.ids);
      const { decision } = event;
      return { ...choice, rows: choice.rows.map((row) => (decided.has(row.id) ? { ...row, decision } : row)) };
    }
    case 'serverFilesChanged': {
      const changed = new Set(event.ids);
      return {
        ...choice,
        rows: choice.rows.map((row) => (changed.has(row.id) ? omit(row, 'decision', 'content') : row)),
      };
    }
    case 'kept': {
      const decided = new Map([
        ...event.kept.map((id) => [id, false] as const),
        ...event.leftOut.map((id) => [id, true] as const),
      ]);
      const rows = choice.rows.map((row) => {
        const isLeftOut = decided.get(row.id);
        return isLeftOut === undefined ? row : { ...row, isLeftOut };
      });
      return { ...choice, rows };
    }
    case 'problemsFound':
      return withProblems(choice, event.problems);
    case 'unreadableLeftOut': {
      const { isLeftOut } = event;
      const rows = choice.rows.map((row) => (row.imageProblem === undefined ? row : { ...row, isLeftOut }));
      return { ...choice, rows, leavesOutUnreadable: isLeftOut };
    }
    case 'contentsCompared':
      return { ...choice, rows: choice.rows.map((row) => compared(row, event.contents.get(row.id))) };
    case 'totalEntered':
      return { ...choice, sections: event.sections };
    case 'tableShown':
      return { ...choice, table: { ...choice.table, ...omit(event, 'type') } };
    case 'cleared': {
      const { readings, expectsMore, sections } = choice;
      return { ...EMPTY_CHOICE, readings, expectsMore, ...(sections !== undefined && { sections }) };
    }
    case 'restored':
      return event.choice;
  }
}

function withFiles(choice: Choice, found: readonly FoundFile[], unreadable: number): Choice {
  const known = new Set([...choice.rows, ...choice.systemFiles].map(({ identity }) => identity));
  const rows = [...choice.rows];
  const systemFiles = [...choice.systemFiles];
  let { nextId } = choice;
  for (const one of found) {
    const identity = identityOf(one);
    if (known.has(identity)) continue;
    known.add(identity);
    const isSystem = isSystemFile(one.relativePath === '' ? one.file.name : one.relativePath);
    (isSystem ? systemFiles : rows).push({ id: String(nextId), identity, ...one });
    nextId += 1;
  }
  const table = { ...choice.table, isSmall: rows.length <= SMALL_CHOICE };
  return { ...choice, rows, systemFiles, unreadable: choice.unreadable + unreadable, expectsMore: true, nextId, table };
}

function withoutRows(choice: Choice, ids: readonly string[]): Choice {
  const removed = new Set(ids);
  const step: UndoStep = {
    kind: 'excluded',
    rows: choice.rows.filter((row) => removed.has(row.id)).map((before) => ({ before })),
  };
  return { ...choice, rows: choice.rows.filter((row) => !removed.has(row.id)), steps: [...choice.steps, step] };
}

function withBulkRename(choice: Choice, steps: readonly RenameStep[]): Choice {
  const newNames = new Map(steps.map(({ id, newName }) => [id, newName]));
  const changes: { readonly before: ChosenRow; readonly after: ChosenRow }[] = [];
  const rows = choice.rows.map((before) => {
    const newName = newNames.get(before.id);
    if (newName === undefined) return before;
    const after = renamed(before, newName);
    changes.push({ before, after });
    return after;
  });
  return { ...choice, rows, steps: [...choice.steps, { kind: 'renamed', rows: changes }] };
}

/** Rows that were renamed again keep their later name, and rows that were removed later stay removed. */
function withoutLastStep(choice: Choice): Choice {
  const step = choice.steps.at(-1);
  if (step === undefined) return choice;
  const steps = choice.steps.slice(0, -1);
  if (step.kind === 'excluded') {
    const known = new Set(choice.rows.map(({ identity }) => identity));
    const restored = step.rows.map(({ before }) => before).filter(({ identity }) => !known.has(identity));
    return { ...choice, rows: [...choice.rows, ...restored], steps };
  }
  const changes = new Map(step.rows.map((change) => [change.before.id, change]));
  const rows = choice.rows.map((row) => {
    const { before, after } = changes.get(row.id) ?? {};
    const isChangedOnlyHere = before !== undefined && after !== undefined && nameOf(row) === nameOf(after);
    return isChangedOnlyHere ? withContent(before, row) : row;
  });
  return { ...omit(choice, 'rule'), rows, steps };
}

function identityOf({ file, relativePath, size, lastModified }: FoundFile): string {
  return `${relativePath}|${file.name}|${size}|${lastModified}`;
}

/** Resets what was decided about the old name, but not about the content. An empty name restores the original name. */
function renamed(row: ChosenRow, newName: string): ChosenRow {
  const name = newName.trim();
  const isOwnName = name === '' || name === row.file.name;
  const kept = withContent(omit(row, 'newName', 'decision', 'content', 'isLeftOut'), row);
  return { ...kept, ...(!isOwnName && { newName: name }) };
}

/** Adds the result of the content check of another row. */
function withContent(row: ChosenRow, { imageProblem, isLeftOut }: ChosenRow): ChosenRow {
  if (imageProblem === undefined) return row;
  return { ...row, imageProblem, ...(isLeftOut !== undefined && { isLeftOut }) };
}

/**
 * Proposes to leave out damaged images; what the user has decided about single images stays. If all images are damaged, the check may not know their format: then the user decides.
 */
function withProblems(choice: Choice, problems: ReadonlyMap<File, ImageProblem>): Choice {
  const problemOf = (row: ChosenRow) => problems.get(row.file) ?? row.imageProblem;
  const isSomeComplete = choice.rows.some((row) => isNamedLikeTiff(nameOf(row)) && problemOf(row) === undefined);
  const leavesOut = choice.leavesOutUnreadable ?? isSomeComplete;
  const rows = choice.rows.map((row) => {
    const imageProblem = problemOf(row);
    if (imageProblem === undefined) return row;
    if (choice.leavesOutUnreadable === undefined && !leavesOut) return { ...omit(row, 'isLeftOut'), imageProblem };
    return { ...row, imageProblem, isLeftOut: (row.imageProblem && row.isLeftOut) ?? leavesOut };
  });
  return { ...choice, rows };
}

/** Identical files are left out without a question. */
function compared(row: ChosenRow, content: RowContent | undefined): ChosenRow {
  if (content === undefined) return row;
  return { ...row, content, ...(content === 'identical' && row.decision === undefined && { decision: 'leaveOut' }) };
}
