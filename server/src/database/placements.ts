import { HttpError } from '../errors';
import { resolveTarget, type ObjectPlace } from './objectPlaces';
import { findObjects } from './objects';
import type { Queryable } from './sql';

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

/** The placements that can be made, and those that can't. */
export interface PlacementPlan<Item extends Placement> {
  readonly accepted: readonly { readonly item: Item; readonly place: ObjectPlace }[];
  readonly refused: readonly ({ readonly item: Item } & Refusal)[];
}

/** Maximum number of folders to look up for one request. */
const MAX_FOLDERS = 10_000;

const NAME_TAKEN: Refusal = { msg: 'A file with this name already exists.', code: 'EXISTS' };
const NAME_TWICE: Refusal = { msg: 'Another file is being renamed to this name.', code: 'EXISTS' };
const FOLDER_TAKEN: Refusal = { msg: 'A folder with this name already exists.', code: 'EXISTS' };
const PARENT_TAKEN: Refusal = { msg: 'A file with the name of a parent folder already exists.', code: 'EXISTS' };

/** Locks the files of a sponsor's projects: others that change them wait until the transaction ends. */
export async function lockFilesOf(
  transaction: Queryable,
  sponsorId: string,
  keys: Iterable<string>,
  mode: 'share' | 'update',
): Promise<void> {
  const titles = new Set(Array.from(keys, (key) => key.split('/')[1] ?? ''));
  await transaction.query(
    `select 1 from projects where sponsor_id = $1 and title = any ($2::text[]) order by hash
     for ${mode === 'share' ? 'key share' : 'update'}`,
    [sponsorId, [...titles]],
  );
}

/** Returns the keys that would be files if the folders above a key were files: `s/p/a` and `s/p/a/b` for `s/p/a/b/c`. */
function parentsOf(key: string): string[] {
  const segments = key.split('/');
  return segments.slice(3).map((_, index) => segments.slice(0, index + 3).join('/'));
}

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof HttpError)) throw error;
  return { msg: error.message, ...(error.code !== undefined && { code: error.code }) };
}

/** Resolves keys to places, each folder once. */
function createPlaceFinder(transaction: Queryable): (key: string) => Promise<ObjectPlace> {
  const found = new Map<string, Promise<ObjectPlace>>();
  return async (key) => {
    const [sponsorId, title, first, ...below] = key.split('/');
    const folder = below.length === 0 ? key : [sponsorId, title, first, ''].join('/');
    const resolved = found.get(folder) ?? resolveTarget(transaction, `${folder}${below.length === 0 ? '' : 'x'}`);
    found.set(folder, resolved);
    const place = await resolved;
    if (below.length === 0) return place;
    return { ...place, path: (place.datasetHash === undefined ? [first, ...below] : below).join('/') };
  };
}

interface Candidate<Item> {
  readonly item: Item;
  readonly place: ObjectPlace;
}

/** Returns the keys of the places that are folders: they contain files other than the moved ones. */
async function findFolders(
  transaction: Queryable,
  candidates: readonly Candidate<Placement>[],
  movedBlobs: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await transaction.query<{ key: string }>(
    `select wanted.key from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as wanted (key, project, dataset, path)
     cross join lateral (
       (select 1 from objects
        where project_hash = wanted.project and dataset_hash = wanted.dataset
          and path >= wanted.path || '/' and path < wanted.path || '0' and blob <> all ($5::text[]) limit 1)
       union all
       (select 1 from objects
        where project_hash = wanted.project and wanted.dataset is null and dataset_hash is null
          and path >= wanted.path || '/' and path < wanted.path || '0' and blob <> all ($5::text[]) limit 1)
     ) below`,
    [
      candidates.map(({ item }) => item.to),
      candidates.map(({ place }) => place.projectHash),
      candidates.map(({ place }) => place.datasetHash ?? null),
      candidates.map(({ place }) => place.path),
      movedBlobs,
    ],
  );
  return new Set(rows.map(({ key }) => key));
}

/**
 * Decides which placements are possible, without overwriting a file. A name becomes free if its file is moved away by another
 * of the placements, so files can swap their names. Call it with the lock of the files (`update`).
 */
export async function planPlacements<Item extends Placement>(
  transaction: Queryable,
  sponsorId: string,
  items: readonly Item[],
): Promise<PlacementPlan<Item>> {
  const refused = new Map<Item, Refusal>();
  const findPlace = createPlaceFinder(transaction);
  const candidates: Candidate<Item>[] = [];
  const targets = new Set<string>();
  const parents = new Set<string>();
  for (const item of items) {
    const above = parentsOf(item.to);
    if (targets.has(item.to)) refused.set(item, NAME_TWICE);
    else if (parents.has(item.to)) refused.set(item, FOLDER_TAKEN);
    else if (above.some((key) => targets.has(key))) refused.set(item, PARENT_TAKEN);
    else {
      try {
        candidates.push({ item, place: await findPlace(item.to) });
        targets.add(item.to);
        for (const key of above) parents.add(key);
      } catch (error) {
        refused.set(item, refusalOf(error));
      }
    }
  }

  if (parents.size > MAX_FOLDERS) throw new HttpError(400, 'The files are in too many folders. Send fewer at a time.');
  const movers = new Map(items.flatMap((item) => (item.from === undefined ? [] : [[item.from, item] as const])));
  const existing = await findObjects(transaction, sponsorId, [...new Set([...movers.keys(), ...targets, ...parents])]);
  const movedBlobs = [...movers.keys()].flatMap((key) => existing.get(key)?.blob ?? []);
  const folders = await findFolders(transaction, candidates, movedBlobs);

  /** Keys of moved files by the folder that a file is to replace. */
  const movedBelow = new Map<string, string[]>();
  for (const key of movers.keys()) {
    for (const folder of parentsOf(key)) {
      if (targets.has(folder)) movedBelow.set(folder, [...(movedBelow.get(folder) ?? []), key]);
    }
  }

  /** Returns why a placement is not possible; undefined if it is. Refusing other moves can change the result. */
  const check = ({ to }: Item): Refusal | undefined => {
    const stays = (key: string): boolean => {
      const mover = movers.get(key);
      return existing.has(key) && (mover === undefined || refused.has(mover));
    };
    if (stays(to)) return NAME_TAKEN;
    if (parentsOf(to).some(stays)) return PARENT_TAKEN;
    return folders.has(to) || movedBelow.get(to)?.some(stays) === true ? FOLDER_TAKEN : undefined;
  };
  for (let refusedBefore = -1; refusedBefore !== refused.size;) {
    refusedBefore = refused.size;
    for (const { item } of candidates) {
      const refusal = refused.has(item) ? undefined : check(item);
      if (refusal !== undefined) refused.set(item, refusal);
    }
  }
  return {
    accepted: candidates.filter(({ item }) => !refused.has(item)),
    refused: [...refused].map(([item, refusal]) => ({ item, ...refusal })),
  };
}
