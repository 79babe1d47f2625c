import * as v from 'valibot';
import type { NameMap } from '../domain/metadata/metadataFacts';
import { withTimeLimit } from '../platform/timeLimit';
import { api, ask, type NoArgument } from './api';
import { nameMap, optionMap, readList, textList, type RemoteList } from './remoteList';

/** The lists that the server keeps for the forms. */
export interface RemoteConfiguration {
  readonly primaryModalities: RemoteList<NameMap>;
  readonly secondaryModalities: RemoteList<NameMap>;
  readonly partnerModalities: RemoteList<NameMap>;
  readonly tissueTypes: RemoteList<readonly string[]>;
  readonly devices: RemoteList<readonly string[]>;
  /** Attribute → its allowed options. */
  readonly attributes: RemoteList<Readonly<Record<string, readonly string[]>>>;
}

const NAMES = [
  'primary_modalities',
  'secondary_modalities',
  'partner_modalities',
  'tissue_types',
  'devices',
  'attributes',
] as const;

/** Each list is read by itself: a bad one disables what needs it, and nothing else. */
const configurationAnswer: v.GenericSchema<unknown, RemoteConfiguration> = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((lists) => ({
    primaryModalities: readList(nameMap, lists.primary_modalities),
    secondaryModalities: readList(nameMap, lists.secondary_modalities),
    partnerModalities: readList(nameMap, lists.partner_modalities),
    tissueTypes: readList(textList, lists.tissue_types),
    devices: readList(textList, lists.devices),
    attributes: readList(optionMap, lists.attributes),
  })),
);

/** The start waits for this call, and the forms can do without it, milliseconds. */
const ANSWER_WITHIN_MS = 10_000;

const askForLists = ask<NoArgument, RemoteConfiguration>(configurationAnswer, () => ({
  endpoint: 'GET /config',
  method: 'GET',
  path: '/config',
  params: NAMES.map((name) => ['name', name] as const),
}));

const configurationApi = api.injectEndpoints({
  endpoints: (build) => ({
    remoteConfiguration: build.query<RemoteConfiguration, NoArgument>({
      // A later answer counts as none: the start goes on, and the next form asks again.
      queryFn: async (arg, queryApi) => {
        const { signal } = queryApi;
        const result = await withTimeLimit(
          ANSWER_WITHIN_MS,
          (limited) => askForLists(arg, { ...queryApi, signal: limited }),
          signal,
        );
        const isLate = !signal.aborted && 'error' in result && result.error.kind === 'aborted';
        return isLate ? { error: { kind: 'unreachable' } } : result;
      },
      // Kept for the whole visit: every form asks for it.
      keepUnusedDataFor: Infinity,
    }),
  }),
});

/** Asks for the lists before anything is drawn that needs them. */
export function askForConfiguration() {
  return configurationApi.endpoints.remoteConfiguration.initiate(undefined, { subscribe: false });
}

export const { useRemoteConfigurationQuery } = configurationApi;
