import { skipToken } from '@reduxjs/toolkit/query/react';
import { useMemo } from 'react';
import * as v from 'valibot';
import { DEFAULT_BIT_DEPTH } from '@data-manager/domain/constants';
import { defaultChannelName, type Dataset, type DatasetMetadata } from '@data-manager/domain/metadata/dataset';
import type { MetadataChanges } from '@data-manager/domain/metadata/metadataChanges';
import type { NamedDataset } from '@data-manager/domain/names/datasetNames';
import { api } from './api';
import {
  emptyResponse,
  nonEmptyString,
  nonNegativeNumber,
  responseList,
  responseObject,
  responseOf,
  type ResponseSchema,
} from './responseSchemas';

interface DatasetCreation {
  readonly projectHash: string;
  readonly metadata: DatasetMetadata;
}

interface DatasetUpdate {
  readonly datasetHash: string;
  readonly changes: MetadataChanges;
  /** The entity tag of the dataset to which the changes apply, if the server sends it. */
  readonly etag?: string | undefined;
}

interface DatasetDeletion {
  readonly datasetHash: string;
  readonly permanentDelete: boolean;
}

const channelSchema = v.pipe(
  responseObject({ num: nonNegativeNumber, name: v.exactOptional(v.string()) }),
  v.transform(({ num, name }) => ({ num, name: name ?? defaultChannelName(num) })),
);

/** Numbers and booleans become text. Other values are dropped without affecting the remaining attributes. */
const attributesSchema = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((attributes) =>
    Object.fromEntries(
      Object.entries(attributes).flatMap(([name, value]): [string, string][] =>
        ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)]] : [],
      ),
    ),
  ),
);

/** Requires the title and the hashes only: the rest of the form may still be empty. */
export const datasetSchema: ResponseSchema<Dataset> = responseObject({
  datasetHash: nonEmptyString,
  projectHash: nonEmptyString,
  dataset: nonEmptyString,
  description: v.optional(v.string(), ''),
  sid: v.optional(v.string(), ''),
  pixelSize: v.exactOptional(nonNegativeNumber),
  physicalSpacing: v.exactOptional(nonNegativeNumber),
  tissueType: v.optional(v.string(), ''),
  device: v.optional(v.string(), ''),
  physicalSections: v.exactOptional(nonNegativeNumber),
  bitDepth: v.optional(nonNegativeNumber, DEFAULT_BIT_DEPTH),
  channels: v.optional(v.array(channelSchema), []),
  attributes: v.optional(attributesSchema, {}),
  createdAt: v.exactOptional(v.string()),
  formerTitles: v.exactOptional(v.array(v.string())),
  namePrefixes: v.exactOptional(v.array(v.string())),
  etag: v.exactOptional(nonEmptyString),
});

export const datasetsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDatasets: build.query<readonly Dataset[], string>({
      query: (projectHash) => ({ endpoint: 'GET /dataset/{projectHash}', pathParams: { projectHash } }),
      responseSchema: responseOf('GET /dataset/{projectHash}', responseList('datasets', datasetSchema)),
      extraOptions: { keepsRefusal: true },
      providesTags: ['Datasets'],
    }),
    createDataset: build.mutation<Dataset, DatasetCreation>({
      query: ({ projectHash, metadata }) => ({ endpoint: 'POST /dataset', body: { projectHash, ...metadata } }),
      responseSchema: responseOf('POST /dataset', datasetSchema),
      invalidatesTags: ['Datasets'],
    }),
    updateDataset: build.mutation<Dataset, DatasetUpdate>({
      query: ({ datasetHash, changes, etag }) => ({
        endpoint: 'PATCH /dataset/{datasetHash}',
        pathParams: { datasetHash },
        body: changes,
        ifMatch: etag,
      }),
      responseSchema: responseOf('PATCH /dataset/{datasetHash}', datasetSchema),
      // A new title moves the files.
      invalidatesTags: (_result, _error, { changes }) =>
        changes.dataset === undefined ? ['Datasets'] : ['Datasets', 'Files'],
      // After a new title, the page must first leave the URL that contains the old one.
      onQueryStarted: async ({ changes }, { dispatch, queryFulfilled }) => {
        const saved = await queryFulfilled.catch(() => undefined);
        if (saved !== undefined && changes.dataset === undefined) dispatch(replaceInList(saved.data));
      },
    }),
    deleteDataset: build.mutation<null, DatasetDeletion>({
      query: ({ datasetHash, permanentDelete }) => ({
        endpoint: 'DELETE /dataset/{datasetHash}',
        pathParams: { datasetHash },
        body: { permanentDelete },
      }),
      responseSchema: responseOf('DELETE /dataset/{datasetHash}', emptyResponse),
      invalidatesTags: ['Datasets', 'Files'],
    }),
    /** Undoes a deletion that was not permanent; requires the feature `datasets.restore`. */
    restoreDataset: build.mutation<Dataset, string>({
      query: (datasetHash) => ({ endpoint: 'POST /dataset/{datasetHash}/restore', pathParams: { datasetHash } }),
      responseSchema: responseOf('POST /dataset/{datasetHash}/restore', datasetSchema),
      invalidatesTags: ['Datasets', 'Files'],
    }),
  }),
});

/** Shows the saved dataset until the invalidated list has been fetched again. */
function replaceInList(saved: Dataset) {
  return datasetsApi.util.updateQueryData('listDatasets', saved.projectHash, (datasets) =>
    datasets.map((one) => (one.datasetHash === saved.datasetHash ? saved : one)),
  );
}

const useDatasetsState = datasetsApi.endpoints.listDatasets.useQueryState;

/** Returns what the names of a dataset's images begin with, as far as the datasets of its project are loaded. */
export function useNamedDataset(dataset: Dataset | undefined): (Dataset & NamedDataset) | undefined {
  const { currentData } = useDatasetsState(dataset?.projectHash ?? skipToken);
  return useMemo(
    () => dataset && { ...dataset, titles: currentData?.map((one) => one.dataset) ?? [] },
    [dataset, currentData],
  );
}

export const {
  useListDatasetsQuery,
  useLazyListDatasetsQuery,
  useCreateDatasetMutation,
  useUpdateDatasetMutation,
  useDeleteDatasetMutation,
  useRestoreDatasetMutation,
} = datasetsApi;
