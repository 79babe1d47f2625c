import type { FastifyRequest } from 'fastify';
import { recordEvent, type AuditEvent } from '../database/activity/auditLog';
import type { Dataset } from '../database/projects/datasets';
import type { Project } from '../database/projects/projects';
import type { Queryable } from '../database/sql';
import { actorOf } from '../http/access';

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
