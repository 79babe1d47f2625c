import { HttpError } from '../../common/errors';
import { batchesOf, type Queryable } from '../sql';
import { requireSettled } from './adoption';
import { SortedKeys } from './folderTree';
import { resolveTargets, type ObjectPlace } from './objectPlaces';
import { findObjects } from './objects';
import { arrangeTargets, refuseTaken, type Placement, type Refusal } from './placementRules';
import type { StoredObject } from './storedObject';

/** The placements that can be made, and the refused placements. */
interface PlacementPlan<Item extends Placement> {
  readonly accepted: readonly { readonly item: Item; readonly place: ObjectPlace }[];
  readonly refused: readonly ({ readonly item: Item } & Refusal)[];
}

/** Locks the files of a sponsor's projects: others that change them wait until the transaction ends. */
export async function lockFilesOf(
  transaction: Queryable,
  sponsorId: string,
  keys: Iterable<string>,
  mode: 'share' | 'update',
): Promise<void> {
  const titles = new Set(Array.from(keys, (key) => key.split('/', 2)[1] ?? ''));
  await transaction.query(
    `select 1 from projects where sponsor_id = $1 and title = any ($2::text[]) order by hash
     for ${mode === 'share' ? 'key share' : 'update'}`,
    [sponsorId, [...titles]],
  );
}

function refusalOf({ message: msg, code }: HttpError): Refusal {
  return { msg, ...(code !== undefined && { code }) };
}

interface Target {
  readonly key: string;
  readonly place: ObjectPlace;
}

/** Returns the keys of the targets that are folders: they contain files other than the moved files. */
async function findFolders(
  transaction: Queryable,
  targets: readonly Target[],
  movedBlobs: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const batch of batchesOf(targets)) {
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
        batch.map(({ key }) => key),
        batch.map(({ place }) => place.projectHash),
        batch.map(({ place }) => place.datasetHash ?? null),
        batch.map(({ place }) => place.path),
        movedBlobs,
      ],
    );
    for (const { key } of rows) found.add(key);
  }
  return found;
}

/**
 * Decides which placements are possible, without overwriting a file. A name becomes free if its file is moved away by another
 * of the placements, so files can swap their names. Call it with the lock of the files (`update`).
 *
 * @param sources The objects that are moved, by key.
 * @throws UnsettledFolderError
 */
export async function planPlacements<Item extends Placement>(
  transaction: Queryable,
  sponsorId: string,
  items: readonly Item[],
  sources: ReadonlyMap<string, StoredObject>,
): Promise<PlacementPlan<Item>> {
  const arrangement = arrangeTargets(items);
  const places = await resolveTargets(transaction, [...arrangement.candidates.keys()]);
  const candidates = new Map<string, Item>();
  const refused = new Map(arrangement.refused);
  const targets: Target[] = [];
  for (const [key, item] of arrangement.candidates) {
    const place = places(key);
    if (place instanceof HttpError) {
      refused.set(item, refusalOf(place));
    } else {
      candidates.set(key, item);
      targets.push({ key, place });
    }
  }
  await requireSettled(
    transaction,
    targets.flatMap(({ place }) => place.datasetHash ?? []),
  );
  const moved = new Map(items.flatMap((item) => (item.from === undefined ? [] : [[item.from, item] as const])));
  const unknown = [...candidates.keys(), ...arrangement.folders].filter((key) => !sources.has(key));
  const existing = await findObjects(transaction, sponsorId, unknown);
  const movedKeys = new SortedKeys(moved.keys());
  // There is nothing below a file.
  const newTargets = targets.filter(({ key }) => !sources.has(key));
  const movedBelow = newTargets.flatMap(({ key }) => movedKeys.below(key));
  const movedBlobs = movedBelow.flatMap((key) => sources.get(key)?.blob ?? []);
  const refusals = refuseTaken({ candidates, refused }, moved, {
    isFile: (key) => existing.has(key) || sources.has(key),
    folders: await findFolders(transaction, newTargets, movedBlobs),
    sources: movedKeys,
  });
  return {
    accepted: targets.flatMap(({ key, place }) => {
      const item = candidates.get(key);
      return item === undefined || refusals.has(item) ? [] : [{ item, place }];
    }),
    refused: [...refusals].map(([item, refusal]) => ({ item, ...refusal })),
  };
}
