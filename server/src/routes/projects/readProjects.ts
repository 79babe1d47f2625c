import { Type } from '@sinclair/typebox';
import { listFormerTitles, withFormerTitles } from '../../database/projects/formerTitles';
import { listProjects } from '../../database/projects/projects';
import { callerOf } from '../../http/access';
import { sendJson, writeLongList, writeLongRecord } from '../../http/longJson';
import { errorResponses } from '../../http/schemas';
import { untilClosed } from '../../http/untilClosed';
import { createHeavyLimit } from '../../scheduling/limits';
import type { Routes } from '../services';
import { ProjectItem } from './projectSchemas';
import { createProjectSummaries, Summary } from './projectSummaries';

/** The route writes it itself. */
const ProjectsResponse = Type.Unsafe<Buffer>(
  Type.Object({ projects: Type.Array(ProjectItem) }, { description: 'The projects of the caller’s sponsor.' }),
);
/** The route writes it itself. */
const SummariesResponse = Type.Unsafe<Buffer>(
  Type.Object({ summaries: Type.Record(Type.String(), Summary) }, { description: 'By project hash.' }),
);

/** The `/project` routes that list and summarize the projects of the caller’s sponsor. */
export const readProjectRoutes: Routes = (app, services) => {
  const { database, userRequests } = services;
  const summarizeProjects = createProjectSummaries(services);
  /** Apart from other heavy requests, because the first summary of a large project takes a while. */
  const limitSummaries = createHeavyLimit(userRequests);

  const summarySchema = {
    summary: 'Returns the counts, sizes and completeness of the sponsor’s projects',
    response: { 200: SummariesResponse, ...errorResponses(429) },
  };
  app.get('/project/summary', { schema: summarySchema }, async (request, reply) => {
    const { sponsorId, userId } = callerOf(request);
    const signal = untilClosed(reply);
    const summaries = await limitSummaries(userId, () => summarizeProjects(sponsorId, signal), signal);
    const toJson = reply.compileSerializationSchema(Summary);
    return sendJson(reply, await writeLongRecord('summaries', summaries, (summary) => toJson({ ...summary })));
  });

  const listSchema = { summary: 'Lists the sponsor’s projects', response: { 200: ProjectsResponse } };
  app.get('/project', { schema: listSchema, config: { hasLongResponse: true } }, async (request, reply) => {
    const { sponsorId, token } = callerOf(request);
    const titles = await listFormerTitles(database, sponsorId);
    const projects = await listProjects(database, sponsorId);
    const only = token?.projectHash;
    const reached = projects.filter(({ projectHash }) => only === undefined || only === projectHash);
    const listed = withFormerTitles(reached, titles, ({ projectHash }) => projectHash);
    const toJson = reply.compileSerializationSchema(ProjectItem);
    return sendJson(reply, await writeLongList('projects', listed, (project) => toJson({ ...project })));
  });
};
