import * as v from 'valibot';
import { answer } from './answers';
import { api, ask, type NoArgument } from './api';

/** The lists that the server keeps for the forms. */
interface RemoteConfiguration {
  /** Key → display name. */
  readonly primaryModalities: Readonly<Record<string, string>>;
  readonly secondaryModalities: Readonly<Record<string, string>>;
  readonly partnerModalities: Readonly<Record<string, string>>;
  readonly tissueTypes: readonly string[];
  readonly devices: readonly string[];
  /** Attribute → its allowed options. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

const NAMES = [
  'primary_modalities',
  'secondary_modalities',
  'partner_modalities',
  'tissue_types',
  'devices',
  'attributes',
] as const;

const names = v.record(v.string(), v.string());
const texts = v.array(v.string());

const configurationAnswer: v.GenericSchema<unknown, RemoteConfiguration> = v.pipe(
  answer({
    primary_modalities: names,
    secondary_modalities: names,
    partner_modalities: names,
    tissue_types: texts,
    devices: texts,
    attributes: v.optional(v.record(v.string(), texts), {}),
  }),
  v.transform((lists) => ({
    primaryModalities: lists.primary_modalities,
    secondaryModalities: lists.secondary_modalities,
    partnerModalities: lists.partner_modalities,
    tissueTypes: lists.tissue_types,
    devices: lists.devices,
    attributes: lists.attributes,
  })),
);

const configurationApi = api.injectEndpoints({
  endpoints: (build) => ({
    remoteConfiguration: build.query<RemoteConfiguration, NoArgument>({
      queryFn: ask(configurationAnswer, () => ({
        endpoint: 'GET /config',
        method: 'GET',
        path: '/config',
        params: NAMES.map((name) => ['name', name] as const),
      })),
      // Kept for the whole visit: every form asks for it.
      keepUnusedDataFor: Infinity,
    }),
  }),
});

export const { useRemoteConfigurationQuery } = configurationApi;
