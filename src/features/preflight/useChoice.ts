import { startTransition, useCallback, useEffect, useReducer, useRef, type Dispatch } from 'react';
import type { ImageProblem } from '../../domain/listing/fileListing';
import type { RenameOptions, RenameStep } from '../../domain/names/bulkRename';
import { isSystemFile } from '../../domain/uploads/systemFile';
import { omit } from '../../lib/omit';
import type { FoundBatch, FoundFile } from '../../platform/readFiles';
import { nameOf, type ChosenRow, type CollisionDecision } from './rows';

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
  /** True if incomplete images are not uploaded. */
  readonly leavesOutUnreadable: boolean;
  /** The rows before the last bulk rename, and their new names. */
  readonly undo: readonly { readonly before: ChosenRow; readonly newName: string }[];
  /** The rule of the last bulk rename. */
  readonly rule?: RenameOptions;
  /** The id of the next row. */
  readonly nextId: number;
}

const EMPTY_CHOICE: Choice = {
  rows: [],
  systemFiles: [],
  unreadable: 0,
  readings: 0,
  expectsMore: false,
  leavesOutUnreadable: false,
  undo: [],
  nextId: 1,
};

export type ChoiceEvent =
  | { readonly type: 'readingStarted' }
  | { readonly type: 'readingEnded' }
  | { readonly type: 'filesAdded'; readonly found: readonly FoundFile[]; readonly unreadable: number }
  | { readonly type: 'removed'; readonly ids: readonly string[] }
  | { readonly type: 'renamed'; readonly id: string; readonly newName: string }
  | { readonly type: 'bulkRenamed'; readonly steps: readonly RenameStep[]; readonly rule: RenameOptions }
  | { readonly type: 'bulkRenameUndone' }
  | { readonly type: 'decided'; readonly ids: readonly string[]; readonly decision: CollisionDecision }
  | { readonly type: 'problemsFound'; readonly problems: ReadonlyMap<File, ImageProblem> }
  | { readonly type: 'unreadableLeftOut'; readonly isLeftOut: boolean }
  | { readonly type: 'cleared' };

function choiceReducer(choice: Choice, event: ChoiceEvent): Choice {
  switch (event.type) {
    case 'readingStarted':
      return { ...choice, readings: choice.readings + 1 };
    case 'readingEnded':
      return { ...choice, readings: choice.readings - 1, expectsMore: choice.expectsMore && choice.readings > 1 };
    case 'filesAdded':
      return withFiles(choice, event.found, event.unreadable);
    case 'removed': {
      const removed = new Set(event.ids);
      return { ...choice, rows: choice.rows.filter((row) => !removed.has(row.id)) };
    }
    case 'renamed':
      return { ...choice, rows: choice.rows.map((row) => (row.id === event.id ? renamed(row, event.newName) : row)) };
    case 'bulkRenamed':
      return { ...withBulkRename(choice, event.steps), rule: event.rule };
    case 'bulkRenameUndone':
      return withoutBulkRename(choice);
    case 'decided': {
      const decided = new Set(event.ids);
      const { decision } = event;
      return { ...choice, rows: choice.rows.map((row) => (decided.has(row.id) ? { ...row, decision } : row)) };
    }
    case 'problemsFound':
      return withProblems(choice, event.problems);
    case 'unreadableLeftOut': {
      const { isLeftOut } = event;
      const rows = choice.rows.map((row) => (row.imageProblem === undefined ? row : { ...row, isLeftOut }));
      return { ...choice, rows, leavesOutUnreadable: isLeftOut };
    }
    case 'cleared':
      return { ...EMPTY_CHOICE, readings: choice.readings, expectsMore: choice.expectsMore };
  }
}

function withFiles(choice: Choice, found: readonly FoundFile[], unreadable: number): Choice {
  const known = new Set([...choice.rows, ...choice.systemFiles].map(identityOf));
  const rows = [...choice.rows];
  const systemFiles = [...choice.systemFiles];
  let { nextId } = choice;
  for (const one of found) {
    const identity = identityOf(one);
    if (known.has(identity)) continue;
    known.add(identity);
    const isSystem = isSystemFile(one.relativePath === '' ? one.file.name : one.relativePath);
    (isSystem ? systemFiles : rows).push({ id: String(nextId), ...one });
    nextId += 1;
  }
  return { ...choice, rows, systemFiles, unreadable: choice.unreadable + unreadable, expectsMore: true, nextId };
}

function withBulkRename(choice: Choice, steps: readonly RenameStep[]): Choice {
  const newNames = new Map(steps.map(({ id, newName }) => [id, newName]));
  const undo = choice.rows.flatMap((before) => {
    const newName = newNames.get(before.id);
    return newName === undefined ? [] : [{ before, newName }];
  });
  const rows = choice.rows.map((row) => {
    const newName = newNames.get(row.id);
    return newName === undefined ? row : renamed(row, newName);
  });
  return { ...choice, rows, undo };
}

/** Files that were renamed again keep their later name, and removed files stay removed. */
function withoutBulkRename(choice: Choice): Choice {
  const given = new Map(choice.undo.map((step) => [step.before.id, step]));
  const rows = choice.rows.map((row) => {
    const step = given.get(row.id);
    return step !== undefined && nameOf(row) === step.newName ? withContent(step.before, row) : row;
  });
  return { ...omit(choice, 'rule'), rows, undo: [] };
}

/** Cached, because each new file is compared with all chosen files. */
const identities = new WeakMap<File, string>();

function identityOf({ file, relativePath, size, lastModified }: FoundFile): string {
  const known = identities.get(file);
  if (known !== undefined) return known;
  const identity = `${relativePath}|${file.name}|${size}|${lastModified}`;
  identities.set(file, identity);
  return identity;
}

/** Resets the decision, which applied to the old key. An empty name restores the original name. */
function renamed(row: ChosenRow, newName: string): ChosenRow {
  const name = newName.trim();
  const isOwnName = name === '' || name === row.file.name;
  return { ...omit(omit(row, 'newName'), 'decision'), ...(!isOwnName && { newName: name }) };
}

/** Adds the result of the content check of another row. */
function withContent(row: ChosenRow, { imageProblem, isLeftOut = false }: Partial<ChosenRow>): ChosenRow {
  return imageProblem === undefined ? row : { ...row, imageProblem, isLeftOut };
}

function withProblems(choice: Choice, problems: ReadonlyMap<File, ImageProblem>): Choice {
  const isLeftOut = choice.leavesOutUnreadable;
  const rows = choice.rows.map((row) => {
    const imageProblem = problems.get(row.file);
    return imageProblem === undefined ? row : withContent(row, { imageProblem, isLeftOut });
  });
  return { ...choice, rows };
}

interface ChosenFiles {
  readonly choice: Choice;
  readonly dispatch: Dispatch<ChoiceEvent>;
  /** Adds files batch by batch. */
  readonly add: (batches: AsyncIterable<FoundBatch>) => void;
}

/**
 * Returns the chosen files of an upload screen. Files are added while they are read, in transitions because each batch
 * rechecks all rows. Reading stops when the screen unmounts.
 */
export function useChoice(): ChosenFiles {
  const [choice, dispatch] = useReducer(choiceReducer, EMPTY_CHOICE);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const add = useCallback((batches: AsyncIterable<FoundBatch>) => {
    const read = async () => {
      dispatch({ type: 'readingStarted' });
      for await (const { found, unreadable } of batches) {
        if (!isMounted.current) return;
        startTransition(() => dispatch({ type: 'filesAdded', found, unreadable }));
      }
      startTransition(() => dispatch({ type: 'readingEnded' }));
    };
    void read();
  }, []);
  return { choice, dispatch, add };
}
