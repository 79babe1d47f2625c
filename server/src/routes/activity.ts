import { Type } from '@sinclair/typebox';
import { listActivity } from '../database/activity/activity';
import { callerOf } from '../http/access';
import { errorResponses } from '../http/schemas';
import { untilClosed } from '../http/untilClosed';
import type { Routes } from './services';

const MAX_EVENTS = 5_000;

const ActivityResponse = Type.Object(
  {
    activity: Type.Array(
      Type.Object({
        at: Type.String({ description: 'When its last event happened.' }),
        since: Type.String({ description: 'When its first event happened.' }),
        userId: Type.Optional(Type.String({ description: 'Absent if the server did it.' })),
        userName: Type.Optional(Type.String()),
        action: Type.String({ description: '`start` or `cancel` of a job, `upload`, `rename`, `delete`, and so on.' }),
        type: Type.String({ description: '`job`, `project`, `dataset`, `archive` or `file`.' }),
        id: Type.Optional(Type.String({ description: 'The hash or reference, except of files.' })),
        name: Type.String({ description: 'A title, a path, or the key of the latest file.' }),
        details: Type.Optional(
          Type.String({ description: 'The pipeline of a job, the contents of an archive, or the former name.' }),
        ),
        count: Type.Integer({ minimum: 1, description: 'The number of files, or of created projects or datasets.' }),
        isCut: Type.Optional(Type.Boolean({ description: 'True if there are more.' })),
      }),
    ),
  },
  {
    description: `Of the latest ${String(MAX_EVENTS)} events of files and as many others, the latest one first. What a user does to files of one place without a long pause is one item.`,
  },
);

/** `GET /activity`: lists what users did. */
export const activityRoutes: Routes = (app, { database, heavy }) => {
  const schema = {
    summary: 'Lists what all users of the sponsor did, for an administrator, or what the member did',
    response: { 200: ActivityResponse, ...errorResponses(429) },
  };
  app.get('/activity', { schema }, async (request, reply) => {
    const { sponsorId, userId, isAdmin } = callerOf(request);
    const whose = { sponsorId, userId: isAdmin ? undefined : userId };
    const items = await heavy(userId, () => listActivity(database, whose, MAX_EVENTS), untilClosed(reply));
    return {
      activity: items.map(({ at, since, ...item }) => ({
        ...item,
        at: new Date(at).toISOString(),
        since: new Date(since).toISOString(),
      })),
    };
  });
};
