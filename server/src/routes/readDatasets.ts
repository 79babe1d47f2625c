import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { callerOf, requireFound } from '../access';
import { findDataset, listDatasets } from '../database/datasets';
import { listFormerTitles, withFormerTitles } from '../database/formerTitles';
import { findProject } from '../database/projects';
import { sendJson, writeLongList } from '../longJson';
import type { Services } from '../services';
import { DatasetOrListResponse, DatasetResponse } from './datasetSchemas';
import { errorResponses, HashParams } from './schemas';

/** `GET /dataset/:hash`: the datasets of a project, or one dataset. */
export const readDatasetRoutes: FastifyPluginCallbackTypebox<Services> = (app, { database }, done) => {
  app.get(
    '/dataset/:hash',
    {
      schema: {
        summary: 'Lists the datasets of a project, or returns one dataset',
        params: HashParams,
        response: { 200: DatasetOrListResponse, ...errorResponses(404) },
      },
      config: { hasLongResponse: true },
    },
    async (request, reply) => {
      const { sponsorId } = callerOf(request);
      const { hash } = request.params;
      if ((await findProject(database, sponsorId, hash)) !== undefined) {
        const titles = await listFormerTitles(database, hash);
        const datasets = await listDatasets(database, hash);
        const listed = withFormerTitles(datasets, titles, ({ datasetHash }) => datasetHash);
        const toJson = reply.compileSerializationSchema(DatasetResponse);
        return sendJson(reply, await writeLongList('datasets', listed, (dataset) => toJson({ ...dataset })));
      }
      return requireFound(await findDataset(database, sponsorId, hash), 'dataset').dataset;
    },
  );
  done();
};
