import { foldText } from '@data-manager/lib/foldText';
import type { Queryable } from './sql';

/** Folds the titles of projects and the names of datasets that were stored by earlier versions. */
export async function foldTitles(database: Queryable): Promise<void> {
  for (const [table, column] of [
    ['projects', 'title'],
    ['datasets', 'name'],
  ] as const) {
    const { rows } = await database.query<{ hash: string; title: string }>(
      `select hash, ${column} as title from ${table} where folded is null`,
    );
    for (const { hash, title } of rows) {
      await database.query(`update ${table} set folded = $2 where hash = $1`, [hash, foldText(title)]);
    }
  }
}
