import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { within } from '../common/within';
import { countJobs, JOB_KINDS, JOB_STATES } from '../database/jobs/jobCounts';
import type { Database } from '../database/sql';

/**
 * Metrics for Prometheus. Labels have few values, all of them known in advance: no ids, titles, keys or addresses.
 *
 * The counters of this process are created with the module, as prom-client intends.
 */

const PREFIX = 'data_manager_';
/** If the database takes longer, the response to a scrape omits the job counts. */
const COUNT_WITHIN_MS = 2_000;

const requestSeconds = new Histogram({
  name: `${PREFIX}http_request_duration_seconds`,
  help: 'Duration of requests by route, method and class of status.',
  labelNames: ['route', 'method', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
  registers: [],
});

function counter(name: string, help: string): Counter {
  return new Counter({ name: PREFIX + name, help, registers: [] });
}

/** Uploads and archives of this process. */
export const transfers = {
  uploadsStarted: counter('uploads_started_total', 'Uploads that were started.'),
  uploadsCompleted: counter('uploads_completed_total', 'Uploads that were completed.'),
  uploadedBytes: counter('uploaded_bytes_total', 'Bytes of completed uploads.'),
  archivesRequested: counter('archives_requested_total', 'Archives that users requested.'),
  archivesEnded: new Counter({
    name: `${PREFIX}archives_ended_total`,
    help: 'Archives that were written, or failed.',
    labelNames: ['result'] as const,
    registers: [],
  }),
  archivedBytes: counter('archived_bytes_total', 'Bytes of the archives that were written.'),
};

/** Images of which this process has found out whether they are damaged, flat, black or saturated. */
export const contentsFound = counter('contents_found_total', 'Images that were looked at in the background.');

/** Measures the duration of each request by its route. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      route: request.routeOptions.url ?? 'none',
      method: request.method,
      status: `${String(Math.floor(reply.statusCode / 100))}xx`,
    };
    requestSeconds.observe(labels, reply.elapsedTime / 1_000);
  });
}

/** Returns the metrics of this process and its database. */
export function createMetrics(database: Pick<Database, 'query' | 'poolUse'>): Registry {
  const registry = new Registry();
  // Process metrics: event-loop delay, memory, CPU time and garbage collection.
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(requestSeconds);
  for (const metric of [...Object.values(transfers), contentsFound]) registry.registerMetric(metric);
  new Gauge({
    name: `${PREFIX}database_connections`,
    help: 'Connections of this process to the database, and tasks that wait for one.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { open, idle, waiting } = database.poolUse();
      this.set({ state: 'busy' }, open - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  new Gauge({
    name: `${PREFIX}jobs`,
    help: 'Jobs of all servers by kind and state. Absent while the database can’t be reached.',
    labelNames: ['kind', 'state'] as const,
    registers: [registry],
    async collect() {
      this.reset();
      const counts = await within(COUNT_WITHIN_MS, countJobs(database)).catch(() => undefined);
      if (counts === undefined) return;
      for (const kind of JOB_KINDS) for (const state of JOB_STATES) this.set({ kind, state }, 0);
      for (const { kind, state, count } of counts) this.set({ kind, state }, count);
    },
  });
  return registry;
}

/** Handles `GET /metrics`. Serve it on a separate port, because anyone who reaches it can read the metrics. */
export function sendMetrics(registry: Registry): RequestListener {
  return ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) =>
        response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    );
  };
}
