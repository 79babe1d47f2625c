import * as v from 'valibot';
import type { Dataset, DatasetMetadata } from '@data-manager/domain/metadata/dataset';
import { api, type NoArgument } from './api';
import { datasetSchema } from './datasets';
import { responseList, responseOf } from './responseSchemas';

interface DatasetReplacement {
  readonly datasetHash: string;
  readonly metadata: DatasetMetadata;
}

/** Calls that the specification lists and no screen makes. */
api.injectEndpoints({
  endpoints: (build) => ({
    /** Screens use the list of datasets. */
    getDataset: build.query<Dataset, string>({
      query: (datasetHash) => ({ endpoint: 'GET /dataset/{datasetHash}', pathParams: { datasetHash } }),
      responseSchema: responseOf('GET /dataset/{datasetHash}', datasetSchema),
      providesTags: ['Datasets'],
    }),
    /** Screens send only the changed fields, so that they do not overwrite the changes of others. */
    replaceDataset: build.mutation<Dataset, DatasetReplacement>({
      query: ({ datasetHash, metadata }) => ({
        endpoint: 'PUT /dataset/{datasetHash}',
        pathParams: { datasetHash },
        body: metadata,
      }),
      responseSchema: responseOf('PUT /dataset/{datasetHash}', datasetSchema),
      invalidatesTags: ['Datasets', 'Files'],
    }),
    /** Upper-case names of the scanners. Screens take them from the remote configuration. */
    listDevices: build.query<readonly string[], NoArgument>({
      query: () => ({ endpoint: 'GET /manage/devices' }),
      responseSchema: responseOf('GET /manage/devices', responseList('devices', v.string())),
    }),
  }),
});
