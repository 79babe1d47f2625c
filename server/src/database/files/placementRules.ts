import { HttpError } from '../../common/errors';
import { FolderTree, type SortedKeys } from './folderTree';

/*
 * Decides which files can be placed under their new keys.
 *
 * Problem: files can swap names, so a key may be free only because another file leaves it. If that file is refused, so is the
 * one that needs its key, and so on. Checking all again after each refusal took 52 s for 250 renames in 440 levels of folders.
 * Idea: a refusal is passed on to the placements that need the key of the refused file, so none is checked twice.
 * Cost: folders are kept in trees of their own (`FolderTree`), and a request may name 10,000 of them at most.
 */

/** An object that is to become visible under a key. */
export interface Placement {
  readonly to: string;
  /** The key of an object that is moved; undefined for one that is restored. */
  readonly from?: string;
}

/** The reason why a request does not apply to one of its files. */
export interface Refusal {
  readonly msg: string;
  readonly code?: string;
}

const NAME_TAKEN: Refusal = { msg: 'A file with this name already exists.', code: 'EXISTS' };
const NAME_TWICE: Refusal = { msg: 'Another file is being renamed to this name.', code: 'EXISTS' };
const FOLDER_TAKEN: Refusal = { msg: 'A folder with this name already exists.', code: 'EXISTS' };
const PARENT_TAKEN: Refusal = { msg: 'A file with the name of a parent folder already exists.', code: 'EXISTS' };

/** Maximum number of folders above the new keys of one request. */
const MAX_FOLDERS = 10_000;

/** @throws HttpError 400 if keys are in more folders than can be looked up. */
export function checkFolderCount(keys: readonly string[]): void {
  const folders = new FolderTree(() => true);
  for (const key of keys) {
    folders.add(key);
    if (folders.size > MAX_FOLDERS) {
      throw new HttpError(400, 'The files are in too many folders. Send fewer at a time.');
    }
  }
}

/** Placements whose targets don't rule each other out. */
interface Arrangement<Item> {
  /** By target. */
  readonly candidates: ReadonlyMap<string, Item>;
  /** The folders above the targets. */
  readonly folders: readonly string[];
  readonly refused: ReadonlyMap<Item, Refusal>;
}

/** Refuses placements whose targets are the same, or below each other: the first one of the request wins. */
export function arrangeTargets<Item extends Placement>(items: readonly Item[]): Arrangement<Item> {
  const candidates = new Map<string, Item>();
  const refused = new Map<Item, Refusal>();
  /** Marks the folders that are targets or below one. */
  const tree = new FolderTree<boolean>((folder, isParentTaken) => isParentTaken === true || candidates.has(folder));
  for (const item of items) {
    if (candidates.has(item.to)) refused.set(item, NAME_TWICE);
    else if (tree.get(item.to) === false) refused.set(item, FOLDER_TAKEN);
    else if (tree.add(item.to) === true) refused.set(item, PARENT_TAKEN);
    else candidates.set(item.to, item);
  }
  return { candidates, refused, folders: [...tree.keys()].filter((folder) => tree.get(folder) === false) };
}

/** What exists on the server. */
interface Existing {
  /** Returns whether a key is a file. */
  readonly isFile: (key: string) => boolean;
  /** The targets below which there are files that are not moved. */
  readonly folders: ReadonlySet<string>;
  /** The present keys of moved files. */
  readonly sources: SortedKeys;
}

/** Placements that become impossible if another one is refused, by that one. */
type Dependents<Item> = Map<Item, { readonly item: Item; readonly refusal: Refusal }[]>;

/**
 * Refuses the candidates that would overwrite a file or a folder. A key becomes free if its file is moved away by another
 * placement that is possible.
 *
 * @param moved The placements of files that are moved, by their present keys.
 */
export function refuseTaken<Item extends Placement>(
  { candidates, refused: refusedBefore }: Pick<Arrangement<Item>, 'candidates' | 'refused'>,
  moved: ReadonlyMap<string, Item>,
  { isFile, folders, sources }: Existing,
): Map<Item, Refusal> {
  const refused = new Map(refusedBefore);
  const dependents: Dependents<Item> = new Map();
  /** Refuses a placement that needs a key, or makes it depend on the placement that frees the key. */
  const require = (item: Item, key: string, refusal: Refusal): void => {
    const mover = moved.get(key);
    if (mover === undefined) {
      refused.set(item, refusal);
      return;
    }
    const others = dependents.get(mover) ?? [];
    others.push({ item, refusal });
    dependents.set(mover, others);
  };
  /** Marks folders with the file that has the name of the folder or of one above it. */
  const parents = new FolderTree<string | undefined>((folder, above) => above ?? (isFile(folder) ? folder : undefined));
  for (const [target, item] of candidates) {
    const parent = parents.add(target);
    if (isFile(target)) require(item, target, NAME_TAKEN);
    else if (parent !== undefined) require(item, parent, PARENT_TAKEN);
    else if (folders.has(target)) refused.set(item, FOLDER_TAKEN);
    else for (const key of sources.below(target)) require(item, key, FOLDER_TAKEN);
  }
  return withDependents(refused, dependents);
}

/** Adds the placements that depend on refused placements. */
function withDependents<Item>(refused: Map<Item, Refusal>, dependents: Dependents<Item>): Map<Item, Refusal> {
  // Visits the entries that are added meanwhile, too.
  for (const [item] of refused) {
    for (const dependent of dependents.get(item) ?? []) {
      if (!refused.has(dependent.item)) refused.set(dependent.item, dependent.refusal);
    }
  }
  return refused;
}
