import { Type } from '@sinclair/typebox';
import type { Queryable } from '../sql';

/** The titles that a renamed project or dataset had before. */
export const FormerTitles = Type.Array(Type.String(), { description: 'In lists: earlier titles, latest first.' });

/** A title of a project or dataset, and its scope: the sponsor of a project, or the hash of a dataset's project. */
interface ScopedTitle {
  readonly scope: string;
  readonly title: string;
}

/** The former titles that are kept for a project or dataset. The oldest titles go first. */
const KEPT_PER_OWNER = 10;
/** The former titles that are kept for all projects of a sponsor, and for all datasets of a project. */
const KEPT_PER_SCOPE = 1_000;

type TitleOwner = { readonly projectHash: string } | { readonly datasetHash: string };

/**
 * Records that a title was replaced. Links with it lead to this owner until another item that has the title is renamed, or
 * until too many titles were replaced after it.
 */
export async function rememberTitle(
  database: Queryable,
  { scope, title }: ScopedTitle,
  owner: TitleOwner,
): Promise<void> {
  await database.query(
    `insert into former_titles (scope, title, project_hash, dataset_hash) values ($1, $2, $3, $4)
     on conflict (scope, title) do update
       set project_hash = excluded.project_hash, dataset_hash = excluded.dataset_hash, replaced_at = now()`,
    [
      scope,
      title,
      'projectHash' in owner ? owner.projectHash : null,
      'datasetHash' in owner ? owner.datasetHash : null,
    ],
  );
  const hash = 'projectHash' in owner ? owner.projectHash : owner.datasetHash;
  await database.query(
    `delete from former_titles where scope = $1 and title in (
       (select title from former_titles where project_hash = $2 or dataset_hash = $2
        order by replaced_at desc, title offset $3)
       union all
       (select title from former_titles where scope = $1 order by replaced_at desc, title offset $4)
     )`,
    [scope, hash, KEPT_PER_OWNER, KEPT_PER_SCOPE],
  );
}

/** Deletes a former title that is in use again. */
export async function forgetTitle(database: Queryable, { scope, title }: ScopedTitle): Promise<void> {
  await database.query('delete from former_titles where scope = $1 and title = $2', [scope, title]);
}

/** Lists the former titles of a scope by the hash of their owner, latest first. */
export async function listFormerTitles(
  database: Queryable,
  scope: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const result = await database.query<{ title: string; owner: string }>(
    `select title, coalesce(project_hash, dataset_hash) as owner from former_titles
     where scope = $1 order by replaced_at desc, title`,
    [scope],
  );
  const titles = new Map<string, string[]>();
  for (const { title, owner } of result.rows) {
    const others = titles.get(owner) ?? [];
    others.push(title);
    titles.set(owner, others);
  }
  return titles;
}

/** Adds the former titles to the items of a list. */
export function withFormerTitles<Item extends object>(
  items: readonly Item[],
  titles: ReadonlyMap<string, readonly string[]>,
  hashOf: (item: Item) => string,
): (Item & { readonly formerTitles?: readonly string[] })[] {
  return items.map((item) => {
    const formerTitles = titles.get(hashOf(item));
    return { ...item, ...(formerTitles === undefined ? {} : { formerTitles }) };
  });
}
