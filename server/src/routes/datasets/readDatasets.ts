import { findDataset, listDatasets } from '../../database/projects/datasets';
import { listFormerTitles, withFormerTitles } from '../../database/projects/formerTitles';
import { findProject } from '../../database/projects/projects';
import { callerOf, requireFound } from '../../http/access';
import { sendTagged } from '../../http/conditional';
import { sendJson, writeLongList } from '../../http/longJson';
import { errorResponses, HashParams } from '../../http/schemas';
import type { Routes } from '../services';
import { DatasetOrListResponse, DatasetResponse } from './datasetSchemas';

/** `GET /dataset/:hash`: the datasets of a project, or one dataset. */
export const readDatasetRoutes: Routes = (app, { database }) => {
  const schema = {
    summary: 'Lists the datasets of a project, or returns one dataset',
    params: HashParams,
    response: { 200: DatasetOrListResponse, ...errorResponses(404) },
  };
  app.get('/dataset/:hash', { schema, config: { hasLongResponse: true } }, async (request, reply) => {
    const { sponsorId, token } = callerOf(request);
    const { hash } = request.params;
    if ((await findProject(database, sponsorId, hash)) !== undefined) {
      const titles = await listFormerTitles(database, hash);
      const datasets = await listDatasets(database, hash);
      const only = token?.datasetHash;
      const reached = datasets.filter(({ datasetHash }) => only === undefined || only === datasetHash);
      const listed = withFormerTitles(reached, titles, ({ datasetHash }) => datasetHash);
      const toJson = reply.compileSerializationSchema(DatasetResponse);
      return sendJson(reply, await writeLongList('datasets', listed, (dataset) => toJson({ ...dataset })));
    }
    return sendTagged(reply, requireFound(await findDataset(database, sponsorId, hash), 'dataset').dataset);
  });
};
