import type { RenameStep } from '../../domain/names/bulkRename';
import { isSystemFile } from '../../domain/uploads/systemFile';
import type { FoundFile } from '../../platform/readFiles';
import { nameOf, type ChosenRow, type CollisionDecision } from './choice';

/** What a person has chosen to upload, and how far the reading of it is. */
export interface Choice {
  readonly rows: readonly ChosenRow[];
  /** Files of the operating system that were left out. */
  readonly leftOut: readonly ChosenRow[];
  /** Files and folders that could not be read. */
  readonly unreadable: number;
  /** How many choices are still being read: more files are to come while there are any. */
  readonly readings: number;
  /** Some of what is being read has been taken in, and more of it is to come. */
  readonly isComing: boolean;
  /** Rows before the last renaming of many, and the names that it gave them. */
  readonly undo: readonly { readonly before: ChosenRow; readonly newName: string }[];
  /** The id of the next row. */
  readonly nextId: number;
}

/** Nothing is chosen yet. */
export const EMPTY_CHOICE: Choice = {
  rows: [],
  leftOut: [],
  unreadable: 0,
  readings: 0,
  isComing: false,
  undo: [],
  nextId: 1,
};

/** What changes the choice. */
export type ChoiceEvent =
  | { readonly type: 'readingBegan' }
  | { readonly type: 'readingEnded' }
  | { readonly type: 'filesFound'; readonly found: readonly FoundFile[]; readonly unreadable: number }
  | { readonly type: 'removed'; readonly ids: readonly string[] }
  | { readonly type: 'renamed'; readonly id: string; readonly newName: string }
  | { readonly type: 'manyRenamed'; readonly steps: readonly RenameStep[] }
  | { readonly type: 'renamingUndone' }
  | { readonly type: 'decided'; readonly ids: readonly string[]; readonly decision: CollisionDecision }
  | { readonly type: 'cleared' };

/** What is chosen, one event at a time. The same file chosen again is not added twice. */
export function choiceReducer(choice: Choice, event: ChoiceEvent): Choice {
  switch (event.type) {
    case 'readingBegan':
      return { ...choice, readings: choice.readings + 1 };
    case 'readingEnded':
      return { ...choice, readings: choice.readings - 1, isComing: choice.isComing && choice.readings > 1 };
    case 'filesFound':
      return withFiles(choice, event.found, event.unreadable);
    case 'removed': {
      const gone = new Set(event.ids);
      return { ...choice, rows: choice.rows.filter((row) => !gone.has(row.id)) };
    }
    case 'renamed':
      return { ...choice, rows: choice.rows.map((row) => (row.id === event.id ? renamed(row, event.newName) : row)) };
    case 'manyRenamed':
      return withNames(choice, event.steps);
    case 'renamingUndone':
      return withoutNames(choice);
    case 'decided': {
      const meant = new Set(event.ids);
      const { decision } = event;
      return { ...choice, rows: choice.rows.map((row) => (meant.has(row.id) ? { ...row, decision } : row)) };
    }
    case 'cleared':
      return { ...EMPTY_CHOICE, readings: choice.readings, isComing: choice.isComing };
  }
}

function withFiles(choice: Choice, found: readonly FoundFile[], unreadable: number): Choice {
  const known = new Set([...choice.rows, ...choice.leftOut].map(identityOf));
  const rows = [...choice.rows];
  const leftOut = [...choice.leftOut];
  let { nextId } = choice;
  for (const one of found) {
    const identity = identityOf(one);
    if (known.has(identity)) continue;
    known.add(identity);
    const isLeftOut = isSystemFile(one.relativePath === '' ? one.file.name : one.relativePath);
    (isLeftOut ? leftOut : rows).push({ id: String(nextId), ...one });
    nextId += 1;
  }
  return { ...choice, rows, leftOut, unreadable: choice.unreadable + unreadable, isComing: true, nextId };
}

function withNames(choice: Choice, steps: readonly RenameStep[]): Choice {
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

/** What was renamed once more since then keeps that later name, and what was taken out stays out. */
function withoutNames(choice: Choice): Choice {
  const given = new Map(choice.undo.map((step) => [step.before.id, step]));
  const rows = choice.rows.map((row) => {
    const step = given.get(row.id);
    return step !== undefined && nameOf(row) === step.newName ? step.before : row;
  });
  return { ...choice, rows, undo: [] };
}

/** Files come batch by batch, and each new one is compared with all that are there. */
const identities = new WeakMap<File, string>();

function identityOf({ file, relativePath, size, lastModified }: FoundFile): string {
  const known = identities.get(file);
  if (known !== undefined) return known;
  const identity = `${relativePath}|${file.name}|${size}|${lastModified}`;
  identities.set(file, identity);
  return identity;
}

/** Given its own name back, or none, a file is not renamed. What was decided about its old key goes with the key. */
function renamed(row: ChosenRow, newName: string): ChosenRow {
  const { id, file, relativePath, size, lastModified } = row;
  const name = newName.trim();
  const isOwnName = name === '' || name === file.name;
  return { id, file, relativePath, size, lastModified, ...(!isOwnName && { newName: name }) };
}
