import type { FastifyRequest } from 'fastify';
import { actorOf, recordEvent, type AuditEvent } from '../database/auditLog';
import type { Dataset } from '../database/datasets';
import type { Project } from '../database/projects';
import type { Queryable } from '../database/sql';

/** Records an event about a project or dataset. */
export async function recordItem(
  transaction: Queryable,
  request: FastifyRequest,
  action: AuditEvent['action'],
  item: Project | Dataset,
  details?: string,
): Promise<void> {
  const about =
    'datasetHash' in item
      ? ({ type: 'dataset', id: item.datasetHash, name: item.dataset } as const)
      : ({ type: 'project', id: item.projectHash, name: item.title } as const);
  await recordEvent(transaction, actorOf(request), { action, ...about, details });
}
