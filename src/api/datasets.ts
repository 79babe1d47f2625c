import * as v from 'valibot';
import { DEFAULT_BIT_DEPTH } from '../domain/constants';
import { defaultChannelName } from '../domain/metadata/channelDrafts';
import type { Dataset, DatasetMetadata } from '../domain/metadata/dataset';
import type { MetadataChanges } from '../domain/metadata/metadataChanges';
import { answer, count, emptyAnswer, listAnswer, text } from './answers';
import { api, ask } from './api';
import { apiPath, type ApiRequest } from './request';

interface DatasetCreation {
  readonly projectHash: string;
  readonly metadata: DatasetMetadata;
}

interface DatasetReplacement {
  readonly datasetHash: string;
  readonly metadata: DatasetMetadata;
}

interface DatasetUpdate {
  readonly datasetHash: string;
  readonly changes: MetadataChanges;
}

interface DatasetDeletion {
  readonly datasetHash: string;
  readonly permanentDelete: boolean;
}

const channelAnswer = v.pipe(
  answer({ num: count, name: v.exactOptional(v.string()) }),
  v.transform(({ num, name }) => ({ num, name: name ?? defaultChannelName(num) })),
);

/** Attributes are texts; a number is read as it is written, and one that is nothing or no text takes no other with it. */
const attributesAnswer = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((attributes) =>
    Object.fromEntries(
      Object.entries(attributes).flatMap(([name, value]): [string, string][] =>
        ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)]] : [],
      ),
    ),
  ),
);

/** What a dataset can't do without is its title and hashes; the rest of the form may still be empty. */
const datasetAnswer: v.GenericSchema<unknown, Dataset> = answer({
  datasetHash: text,
  projectHash: text,
  dataset: text,
  description: v.optional(v.string(), ''),
  sid: v.optional(v.string(), ''),
  pixelSize: v.exactOptional(count),
  physicalSpacing: v.exactOptional(count),
  tissueType: v.optional(v.string(), ''),
  device: v.optional(v.string(), ''),
  physicalSections: v.exactOptional(count),
  bitDepth: v.optional(count, DEFAULT_BIT_DEPTH),
  channels: v.optional(v.array(channelAnswer), []),
  attributes: v.optional(attributesAnswer, {}),
  createdAt: v.exactOptional(v.string()),
});

const datasetsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDatasets: build.query<readonly Dataset[], string>({
      queryFn: ask(listAnswer('datasets', datasetAnswer), (projectHash) => ({
        endpoint: 'GET /dataset/{projectHash}',
        method: 'GET',
        path: apiPath('dataset', projectHash),
      })),
      providesTags: ['Datasets'],
    }),
    /** No screen needs it: the list tells the same. Part of the API as the specification gives it. */
    getDataset: build.query<Dataset, string>({
      queryFn: ask(datasetAnswer, (datasetHash) => ({
        endpoint: 'GET /dataset/{datasetHash}',
        method: 'GET',
        path: apiPath('dataset', datasetHash),
      })),
      providesTags: ['Datasets'],
    }),
    createDataset: build.mutation<Dataset, DatasetCreation>({
      queryFn: ask(datasetAnswer, ({ projectHash, metadata }) => ({
        endpoint: 'POST /dataset',
        method: 'POST',
        path: '/dataset',
        body: { projectHash, ...metadata },
      })),
      invalidatesTags: ['Datasets'],
    }),
    /** No screen sends the whole form, which would write over what others did. Part of the API as the specification gives it. */
    replaceDataset: build.mutation<Dataset, DatasetReplacement>({
      queryFn: ask(datasetAnswer, ({ datasetHash, metadata }) => change('PUT', datasetHash, metadata)),
      invalidatesTags: ['Datasets', 'Files'],
    }),
    updateDataset: build.mutation<Dataset, DatasetUpdate>({
      queryFn: ask(datasetAnswer, ({ datasetHash, changes }) => change('PATCH', datasetHash, changes)),
      // A new title moves the files.
      invalidatesTags: (_result, _error, { changes }) =>
        changes.dataset === undefined ? ['Datasets'] : ['Datasets', 'Files'],
      // A page whose address holds the old title has to leave it first.
      onQueryStarted: async ({ changes }, { dispatch, queryFulfilled }) => {
        const saved = await queryFulfilled.catch(() => undefined);
        if (saved !== undefined && changes.dataset === undefined) dispatch(showSaved(saved.data));
      },
    }),
    deleteDataset: build.mutation<null, DatasetDeletion>({
      queryFn: ask(emptyAnswer, ({ datasetHash, permanentDelete }) =>
        change('DELETE', datasetHash, { permanentDelete }),
      ),
      invalidatesTags: ['Datasets', 'Files'],
    }),
  }),
});

/** Puts what the server has saved into the list that is shown, which is asked for again a moment later. */
function showSaved(saved: Dataset) {
  return datasetsApi.util.updateQueryData('listDatasets', saved.projectHash, (datasets) =>
    datasets.map((one) => (one.datasetHash === saved.datasetHash ? saved : one)),
  );
}

function change(method: 'PUT' | 'PATCH' | 'DELETE', datasetHash: string, body: object): ApiRequest {
  return { endpoint: `${method} /dataset/{datasetHash}`, method, path: apiPath('dataset', datasetHash), body };
}

export const { useListDatasetsQuery, useCreateDatasetMutation, useUpdateDatasetMutation, useDeleteDatasetMutation } =
  datasetsApi;
