import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { callerOf } from '../access';
import { listActivity } from '../database/activity';
import type { Services } from '../services';
import { untilClosed } from '../untilClosed';
import { errorResponses } from './schemas';

const MAX_EVENTS = 5_000;

const ActivityResponse = Type.Object(
  {
    activity: Type.Array(
      Type.Object({
        at: Type.String(),
        userId: Type.Optional(Type.String()),
        action: Type.String({ description: '`start` or `cancel` of a job, or `rename`.' }),
        type: Type.String({ description: '`job`, `project`, `dataset` or `file`.' }),
        name: Type.String({ description: 'A title, a path, or the key of the first file.' }),
        details: Type.Optional(Type.String({ description: 'The pipeline of a job, or the former name.' })),
        count: Type.Integer({ minimum: 1, description: 'The number of renamed files.' }),
      }),
    ),
  },
  { description: `Of the latest ${String(MAX_EVENTS)} events, the latest one first.` },
);

/** `GET /activity`: lists jobs and renames, which leave nothing else behind that could be listed. */
export const activityRoutes: FastifyPluginCallbackTypebox<Services> = (app, { database, heavy }, done) => {
  app.get(
    '/activity',
    {
      schema: {
        summary: 'Lists jobs and renames: of all users of the sponsor for an administrator, or of the member',
        response: { 200: ActivityResponse, ...errorResponses(429) },
      },
    },
    async (request, reply) => {
      const { sponsorId, userId, isAdmin } = callerOf(request);
      const whose = { sponsorId, userId: isAdmin ? undefined : userId };
      const items = await heavy(userId, () => listActivity(database, whose, MAX_EVENTS), untilClosed(reply));
      return {
        activity: items.map(({ at, userId: by, details, ...item }) => ({
          ...item,
          at: at.toISOString(),
          ...(by !== undefined && { userId: by }),
          ...(details !== undefined && { details }),
        })),
      };
    },
  );
  done();
};
