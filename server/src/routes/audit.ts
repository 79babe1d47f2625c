import { Readable } from 'node:stream';
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { callerOf, requireAdminFor } from '../access';
import { actorOf, listEvents, pruneEvents, recordEvent, type AuditPeriod, type AuditRow } from '../database/auditLog';
import { ROWS_PER_STATEMENT, type Queryable } from '../database/sql';
import { HttpError } from '../errors';
import type { Services } from '../services';
import { contentOf, errorResponses } from './schemas';
import { sweepHourly } from './sweepHourly';

const Time = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?Z)?$',
  description: 'A date or a time in UTC: `2026-11-23` or `2026-11-23T14:00:00Z`.',
});
const AuditQuery = Type.Object({ from: Type.Optional(Time), to: Type.Optional(Time) });

/** `GET /audit`: exports the events of the caller's sponsor. Old events are removed every hour. */
export const auditRoutes: FastifyPluginCallbackTypebox<Services> = (app, { database, environment, heavy }, done) => {
  const { auditDays } = environment;
  if (auditDays > 0) sweepHourly(app, (signal) => pruneEvents(database, auditDays, signal));

  app.get(
    '/audit',
    {
      schema: {
        summary: 'Exports the audit log of the sponsor as CSV; only for administrators',
        querystring: AuditQuery,
        response: { 200: contentOf('text/csv', 'The events, oldest first.'), ...errorResponses(403) },
      },
    },
    async (request, reply) => {
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
    },
  );
  done();
};

function toDate(text: string): AuditPeriod['from'] {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new HttpError(400, `“${text}” is not a date.`);
  return date;
}

const COLUMNS = {
  time: ({ at }) => at.toISOString(),
  user: ({ user_id: userId }) => userId,
  action: ({ action }) => action,
  type: ({ object_type: type }) => type,
  id: ({ object_id: id }) => id,
  name: ({ object_name: name }) => name,
  details: ({ details }) => details,
  address: ({ address }) => address,
  request: ({ request_id: requestId }) => requestId,
} satisfies Readonly<Record<string, (row: AuditRow) => string | null>>;

/** Converts pages of events to CSV as in RFC 4180, with a line of headings. */
export async function* toCsv(pages: AsyncIterable<readonly AuditRow[]>): AsyncGenerator<string> {
  yield toLine(Object.keys(COLUMNS));
  for await (const rows of pages) {
    yield rows.map((row) => toLine(Object.values(COLUMNS).map((read) => read(row) ?? ''))).join('');
  }
}

function toLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

/** Spreadsheets would run a cell that starts like a formula, so an apostrophe precedes it. */
function toCell(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
