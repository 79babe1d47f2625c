import { Readable } from 'node:stream';
import { csvLine, escapeFormula } from '@data-manager/lib/csv';
import { Type } from '@sinclair/typebox';
import { listEvents, pruneEvents, recordEvent, type RecordedEvent } from '../database/activity/auditLog';
import { ROWS_PER_STATEMENT, type Queryable } from '../database/sql';
import { actorOf, callerOf, requireAdminFor } from '../http/access';
import { errorResponses, mediaResponse, Time, toDate } from '../http/schemas';
import { sweepHourly } from '../jobs/sweepHourly';
import type { Routes } from './services';

const AuditQuery = Type.Object({ from: Type.Optional(Time), to: Type.Optional(Time) });

/** `GET /audit`: exports the events of the caller's sponsor. Old events are removed every hour. */
export const auditRoutes: Routes = (app, { database, environment, heavy }) => {
  const { auditDays } = environment;
  if (auditDays > 0) sweepHourly(app, (signal) => pruneEvents(database, auditDays, signal));

  const schema = {
    summary: 'Exports the audit log of the sponsor as CSV; only for administrators',
    querystring: AuditQuery,
    response: { 200: mediaResponse('text/csv', 'The events, oldest first.'), ...errorResponses(403) },
  };
  app.get('/audit', { schema }, async (request, reply) => {
    const caller = callerOf(request);
    requireAdminFor(caller, 'export the audit log');
    const { from = '1970-01-01', to } = request.query;
    const period = { from: toDate(from), to: to === undefined ? new Date() : toDate(to) };
    const details = `${period.from.toISOString()} to ${period.to.toISOString()}`;
    await recordEvent(database, actorOf(request), { action: 'export', type: 'audit log', details });
    reply.header('content-disposition', 'attachment; filename="audit.csv"').type('text/csv; charset=utf-8');
    const inTurn: Queryable = {
      query: (text, values) => heavy(caller.userId, () => database.query(text, values)),
    };
    return reply.send(Readable.from(toCsv(listEvents(inTurn, caller.sponsorId, period, ROWS_PER_STATEMENT))));
  });
};

const COLUMNS = {
  time: ({ at }) => at.toISOString(),
  user: ({ userId }) => userId,
  action: ({ action }) => action,
  type: ({ type }) => type,
  id: ({ id }) => id,
  name: ({ name }) => name,
  details: ({ details }) => details,
  address: ({ address }) => address,
  request: ({ requestId }) => requestId,
  token: ({ token }) => token,
} satisfies Readonly<Record<string, (event: RecordedEvent) => string | undefined>>;

/** Converts pages of events to CSV as in RFC 4180, with a line of headings. */
export async function* toCsv(pages: AsyncIterable<readonly RecordedEvent[]>): AsyncGenerator<string> {
  yield csvLine(Object.keys(COLUMNS));
  for await (const rows of pages) {
    yield rows.map((row) => csvLine(Object.values(COLUMNS).map((read) => escapeFormula(read(row) ?? '')))).join('');
  }
}
