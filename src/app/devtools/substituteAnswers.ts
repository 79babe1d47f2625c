import { err } from '@data-manager/lib/result';
import { api } from '../../api/api';
import { configurationApi } from '../../api/configuration';
import { projectsApi } from '../../api/projects';

interface WithApi {
  readonly [api.reducerPath]: ReturnType<typeof api.reducer>;
}

const NO_LIST = err('missing' as const);

/** The configuration of a server that offers nothing. */
export const NO_CONFIGURATION = {
  primaryModalities: NO_LIST,
  secondaryModalities: NO_LIST,
  partnerModalities: NO_LIST,
  tissueTypes: NO_LIST,
  devices: NO_LIST,
  attributes: NO_LIST,
  features: [],
} as const;

const UPSERT_CONFIGURATION = configurationApi.util.upsertQueryEntries([
  { endpointName: 'remoteConfiguration', arg: undefined, value: NO_CONFIGURATION },
]);
const UPSERT_PROJECTS = projectsApi.util.upsertQueryEntries([
  { endpointName: 'listProjects', arg: undefined, value: [] },
]);

const selectConfiguration = configurationApi.endpoints.remoteConfiguration.select(undefined);
const selectProjects = projectsApi.endpoints.listProjects.select(undefined);

/**
 * Returns a state with the answers of the server that every screen waits for. Without a login they are missing, and an
 * import would only show that they are loading: then the server offers nothing and has no projects.
 */
export function substituteAnswers(state: unknown): unknown {
  if (!hasApi(state)) return state;
  const missing = [
    ...(selectConfiguration(state).data === undefined ? [UPSERT_CONFIGURATION] : []),
    ...(selectProjects(state).data === undefined ? [UPSERT_PROJECTS] : []),
  ];
  if (missing.length === 0) return state;
  return { ...state, [api.reducerPath]: missing.reduce(api.reducer, state[api.reducerPath]) };
}

function hasApi(state: unknown): state is WithApi {
  return typeof state === 'object' && state !== null && api.reducerPath in state;
}
