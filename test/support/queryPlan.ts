import type { Database } from '../../server/src/database/sql';
import type { DatabaseRequest } from './testDatabase';

/** A node of a plan, as `explain (analyze, format json)` describes it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Returns the rows that a plan reads from tables, including those that it throws away. */
function rowsOfPlan(node: PlanNode): number {
  const loops = node['Actual Loops'] ?? 0;
  const scanned = node['Relation Name'] === undefined ? 0 : (node['Actual Rows'] ?? 0);
  const removed =
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return (scanned + removed) * loops + (node.Plans ?? []).reduce((sum, plan) => sum + rowsOfPlan(plan), 0);
}

class Rollback extends Error {}

/** Runs a query, undoes its changes and returns its plan. */
async function planOf(database: Database, { text, values }: DatabaseRequest): Promise<PlanNode> {
  let plan: PlanNode | undefined;
  try {
    await database.transaction(async (transaction) => {
      const { rows } = await transaction.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
        `explain (analyze, timing off, format json) ${text}`,
        values,
      );
      plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
      throw new Rollback();
    });
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
  if (plan === undefined) throw new Error(`There is no plan for ${text}`);
  return plan;
}

/** Runs a query, undoes its changes and returns the rows that it reads from tables, including those that it throws away. */
export async function countRowsRead(database: Database, query: DatabaseRequest): Promise<number> {
  return rowsOfPlan(await planOf(database, query));
}
