import * as v from 'valibot';
import type { NameMap } from '@data-manager/domain/metadata/dataset';
import { err, ok, type Result } from '@data-manager/lib/result';
import { api, type NoArgument } from './api';
import type { ApiResponse } from './baseQuery';
import { responseOf, type ResponseSchema } from './responseSchemas';

/** Longer lists would block the page. */
const MAX_ENTRIES = 5_000;
const MAX_TEXT_LENGTH = 500;

type ListProblem = 'missing' | 'malformed';

/** A list of the remote configuration. A missing or malformed list does not affect the others. */
export type RemoteList<List> = Result<List, ListProblem>;

/** The lists that the server keeps for the forms. */
export interface RemoteConfiguration {
  readonly primaryModalities: RemoteList<NameMap>;
  readonly secondaryModalities: RemoteList<NameMap>;
  readonly partnerModalities: RemoteList<NameMap>;
  readonly tissueTypes: RemoteList<readonly string[]>;
  readonly devices: RemoteList<readonly string[]>;
  /** The allowed options of each attribute. */
  readonly attributes: RemoteList<Readonly<Record<string, readonly string[]>>>;
  /** The optional calls that the server offers. */
  readonly features: readonly string[];
}

/** An optional part of the wire contract, which the app uses only where the server lists it. */
export type Feature =
  | 'pipelines.list'
  | 'pipelines.cancel'
  | 'pipelines.choose'
  | 'pipelines.project'
  | 'pipelines.viewerPlace'
  | 'activity.list'
  | 'audit.export'
  | 'deleted.list'
  | 'projects.restore'
  | 'projects.summary'
  | 'datasets.restore'
  | 'datasets.namePrefixes'
  | 'search'
  | 'titles.former'
  | 'tokens'
  | 'files.contents'
  | 'files.etag'
  | 'files.urls'
  | 'files.delete'
  | 'files.restore'
  | 'files.restoreReplaced'
  | 'files.move'
  | 'manifests'
  | 'seal'
  | 'receipts.list'
  | 'upload.modified'
  | 'upload.onlyIfAbsent'
  | 'upload.replaces'
  | 'upload.startUrls'
  | 'uploads.list';

/** Returns true if the server offers an optional call. In the context of the sagas. */
export type HasFeature = (feature: Feature) => boolean;

const shortText = v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_TEXT_LENGTH));

/** Keys and their display names. */
export const nameMap: ResponseSchema<NameMap> = v.pipe(smallRecord(), v.record(shortText, shortText));

/** Unique texts in the order of the server. */
export const textList: ResponseSchema<readonly string[]> = v.pipe(
  v.array(v.unknown()),
  v.maxLength(MAX_ENTRIES),
  v.array(shortText),
  v.transform((texts) => [...new Set(texts)]),
);

/** Attributes and their allowed options. */
export const optionMap: ResponseSchema<Readonly<Record<string, readonly string[]>>> = v.pipe(
  smallRecord(),
  v.record(shortText, textList),
);

function smallRecord() {
  return v.pipe(
    v.record(v.string(), v.unknown()),
    v.check((record) => Object.keys(record).length <= MAX_ENTRIES),
  );
}

const NAMES = [
  'primary_modalities',
  'secondary_modalities',
  'partner_modalities',
  'tissue_types',
  'devices',
  'attributes',
  'features',
] as const;

const configurationSchema: ResponseSchema<RemoteConfiguration> = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((lists) => ({
    primaryModalities: parseList(nameMap, lists.primary_modalities),
    secondaryModalities: parseList(nameMap, lists.secondary_modalities),
    partnerModalities: parseList(nameMap, lists.partner_modalities),
    tissueTypes: parseList(textList, lists.tissue_types),
    devices: parseList(textList, lists.devices),
    attributes: parseList(optionMap, lists.attributes),
    features: v.parse(v.fallback(textList, []), lists.features),
  })),
);

/** Parses one list of the configuration; `null` counts as missing. */
export function parseList<List>(schema: ResponseSchema<List>, raw: unknown): RemoteList<List> {
  if (raw === undefined || raw === null) return err('missing');
  const list = v.safeParse(schema, raw, { abortEarly: true });
  return list.success ? ok(list.output) : err('malformed');
}

/** Returns why a list can't be offered; `unavailable` if the configuration has not been received. */
export function listProblem(list: RemoteList<unknown> | undefined): ListProblem | 'unavailable' | undefined {
  if (list === undefined) return 'unavailable';
  return list.ok ? undefined : list.failure;
}

/** The app starts only after this request has settled, and the forms work without the lists. */
const TIME_LIMIT_MS = 10_000;

export const configurationApi = api.injectEndpoints({
  endpoints: (build) => ({
    remoteConfiguration: build.query<RemoteConfiguration, NoArgument>({
      queryFn: async (_argument, _queryApi, _options, query) => {
        const request = (names: readonly string[]) =>
          query({ endpoint: 'GET /config', params: names.map((name) => ['name', name] as const) });
        const response = await request(NAMES);
        const { error } = response;
        // A server without optional features may reject their name.
        const isRejected = error?.kind === 'refused' && error.status === 400;
        // `responseSchema` parses the body.
        return (isRejected ? await request(NAMES.slice(0, -1)) : response) as ApiResponse<RemoteConfiguration>;
      },
      responseSchema: responseOf('GET /config', configurationSchema),
      extraOptions: { timeLimitMs: TIME_LIMIT_MS },
      // Every form needs it.
      keepUnusedDataFor: Infinity,
    }),
  }),
});

/** Starts the request before the first component that needs the lists is rendered. */
export function fetchConfiguration() {
  return configurationApi.endpoints.remoteConfiguration.initiate(undefined, { subscribe: false });
}

const useConfigurationState = configurationApi.endpoints.remoteConfiguration.useQueryState;

/** Returns true if the server offers an optional call. The configuration is loaded before any screen. */
export function useFeature(feature: Feature): boolean {
  return useConfigurationState(undefined, {
    selectFromResult: ({ data }) => ({ isOffered: data?.features.includes(feature) === true }),
  }).isOffered;
}

/** Forms have no retry button: the next form repeats a request that was refused. */
export const { useRemoteConfigurationQuery } = configurationApi;
