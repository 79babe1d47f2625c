import * as v from 'valibot';
import { api } from './api';
import { nonEmptyString, responseObject, responseOf } from './responseSchemas';

interface SearchArgument {
  /** At least two characters. */
  readonly q: string;
  /** Undefined for the first page. */
  readonly cursor: string | undefined;
}

const resultsSchema = responseObject({
  results: v.array(
    responseObject({
      kind: v.picklist(['project', 'dataset', 'file']),
      key: nonEmptyString,
      title: v.exactOptional(v.string()),
    }),
  ),
  cursor: v.exactOptional(v.string()),
});

/** A page of what a search has found: projects, then datasets, then files. */
type SearchResults = v.InferOutput<typeof resultsSchema>;

/** Something that a search has found. */
export type SearchResult = SearchResults['results'][number];

const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Searches the names of all projects of the sponsor, their datasets and files. Requires the feature `search`. */
    search: build.query<SearchResults, SearchArgument>({
      query: ({ q, cursor }) => ({
        endpoint: 'GET /search',
        params: [['q', q], ...(cursor === undefined ? [] : [['cursor', cursor] as const])],
      }),
      responseSchema: responseOf('GET /search', resultsSchema),
      providesTags: ['Projects', 'Datasets', 'Files'],
    }),
  }),
});

export const { useSearchQuery } = searchApi;
