import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { callerOf } from '../access';
import { listFormerTitles, withFormerTitles } from '../database/formerTitles';
import { listProjects } from '../database/projects';
import { createHeavyLimit } from '../locks';
import { sendJson, writeLongList, writeLongRecord } from '../longJson';
import { createProjectSummaries } from '../projectSummaries';
import type { Services } from '../services';
import { untilClosed } from '../untilClosed';
import { ProjectBody } from './projectSchemas';
import { errorResponses, refTo } from './schemas';

const ProjectItem = refTo(ProjectBody);
/** The route writes it itself. */
const ProjectsResponse = Type.Unsafe<Buffer>(
  Type.Object({ projects: Type.Array(ProjectItem) }, { description: 'The projects of the caller’s sponsor.' }),
);
const Summary = Type.Object({
  datasets: Type.Integer({ minimum: 0 }),
  complete: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Number of datasets with a readable file for every expected image. Absent while it is unknown.',
    }),
  ),
  files: Type.Integer({ minimum: 0 }),
  size: Type.Integer({ minimum: 0, description: 'Bytes of all files.' }),
  samples: Type.Array(
    Type.Object({ key: Type.String(), size: Type.Integer({ minimum: 0 }), lastModified: Type.String() }),
    { description: 'Up to three images of different datasets, or outside of all datasets.' },
  ),
});
/** The route writes it itself. */
const SummariesResponse = Type.Unsafe<Buffer>(
  Type.Object({ summaries: Type.Record(Type.String(), Summary) }, { description: 'By project hash.' }),
);

/** The `/project` routes that list and summarize the projects of the caller’s sponsor. */
export const readProjectRoutes: FastifyPluginCallbackTypebox<Services> = (app, services, done) => {
  const { database, userRequests } = services;
  const summarizeProjects = createProjectSummaries(services);
  /** Apart from other heavy requests, because the first summary of a large project takes a while. */
  const limitSummaries = createHeavyLimit(userRequests);

  app.get(
    '/project/summary',
    {
      schema: {
        summary: 'Returns the counts, sizes and completeness of the sponsor’s projects',
        response: { 200: SummariesResponse, ...errorResponses(429) },
      },
    },
    async (request, reply) => {
      const { sponsorId, userId } = callerOf(request);
      const signal = untilClosed(reply);
      const summaries = await limitSummaries(userId, () => summarizeProjects(sponsorId, signal), signal);
      const toJson = reply.compileSerializationSchema(Summary);
      return sendJson(reply, await writeLongRecord('summaries', summaries, (summary) => toJson({ ...summary })));
    },
  );

  app.get(
    '/project',
    {
      schema: { summary: 'Lists the sponsor’s projects', response: { 200: ProjectsResponse } },
      config: { hasLongResponse: true },
    },
    async (request, reply) => {
      const { sponsorId } = callerOf(request);
      const titles = await listFormerTitles(database, sponsorId);
      const projects = await listProjects(database, sponsorId);
      const listed = withFormerTitles(projects, titles, ({ projectHash }) => projectHash);
      const toJson = reply.compileSerializationSchema(ProjectItem);
      return sendJson(reply, await writeLongList('projects', listed, (project) => toJson({ ...project })));
    },
  );
  done();
};
