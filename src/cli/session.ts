import { writeFileSync } from 'node:fs';
import { isAction, type Action, type Middleware, type PayloadAction } from '@reduxjs/toolkit';
import { parseDeploymentConfig, type DeploymentConfig } from '@data-manager/domain/deployment/deploymentConfig';
import type { Project } from '@data-manager/domain/metadata/project';
import { err } from '@data-manager/lib/result';
import { fetchConfiguration } from '../api/configuration';
import { callApi } from '../api/gateways';
import { projectSchema } from '../api/projects';
import { responseList } from '../api/responseSchemas';
import { createAppStore, type AppStore } from '../app/createAppStore';
import { loadConfig } from '../app/loadConfig';
import { createRecorder } from '../app/recorder/recorder';
import { createNodePorts } from '../platform/node/nodePorts';
import type { Ports } from '../platform/ports';
import { interruptedFound } from '../transfers/interrupted/interruptedSlice';
import type { Context } from './context';
import { CommandError, commandError, EXIT } from './exitCode';
import type { Login } from './login';

/** Items on this computer belong to whoever uses it: a new token of the same user continues what the old one began. */
const USER = 'access-token';

type State = ReturnType<AppStore['getState']>;

/** The store of the app over the ports of Node, signed in with an access token. */
export interface Session {
  readonly ports: Ports;
  readonly store: AppStore;
  readonly sponsorId: string;
  readonly projects: readonly Project[];
  /** The optional calls that the server offers. */
  readonly features: readonly string[];
  /** Calls back after each action. */
  readonly onAction: (listener: (action: Action) => void) => void;
  /** Resolves as soon as a selector returns anything but undefined and false. */
  readonly until: <Found>(select: (state: State) => Found | undefined | false) => Promise<Found>;
  /** Resolves with the next action of a type. */
  readonly next: <Payload>(type: Matcher<Payload>) => Promise<Payload>;
  /** Resolves when the records of interrupted uploads have been read. */
  readonly found: Promise<unknown>;
  readonly close: () => Promise<void>;
}

interface Matcher<Payload> {
  readonly match: (action: Action) => action is PayloadAction<Payload>;
}

/**
 * Signs in and starts the sagas.
 *
 * @param lock of the machine that this process drives, besides its own uploads and comparisons; the other machines are left alone
 */
export async function openSession(context: Context, { url, token }: Login, lock?: string): Promise<Session> {
  const { home, version, script, output } = context;
  const node = createNodePorts({
    ...{ home, version, script },
    // The commands report errors themselves, with the file and the exit code.
    toast: (text, severity) => {
      if (severity !== 'error' || context.isVerbose) output.say(text);
    },
    log: (message) => {
      if (context.isVerbose) output.say(message);
    },
  });
  const ports: Ports = { ...node.ports, locks: withoutMachines(node.ports.locks, lock) };
  const config = await findDeployment(ports.fetch, url);
  ports.localStorage.set('access_token', token);
  const projects = await listProjects(ports, config);
  const sponsorId = projects[0]?.sponsorId ?? '';
  node.setSession({ access_token: token, user_id: USER, ...(sponsorId !== '' && { sponsor_id: sponsorId }) });
  const listeners = new Set<(action: Action) => void>();
  const observer: Middleware = () => (next) => (action) => {
    const result = next(action);
    if (isAction(action)) for (const listener of listeners) listener(action);
    return result;
  };
  const next = <Payload>({ match }: Matcher<Payload>): Promise<Payload> =>
    new Promise((resolve) => {
      const check = (action: Action): void => {
        if (!match(action)) return;
        listeners.delete(check);
        resolve(action.payload);
      };
      listeners.add(check);
    });
  const found = next(interruptedFound);
  const recorder = context.record === undefined ? undefined : createRecorder(ports);
  const { store, stop } = createAppStore({
    ports,
    config,
    extensions: [{ middleware: observer }, ...(recorder ? [recorder] : [])],
  });
  const { data: { features = [] } = {} } = await store.dispatch(fetchConfiguration());
  return {
    ...{ ports, store, sponsorId, projects, features, next, found },
    onAction: (listener) => void listeners.add(listener),
    until: (select) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = select(store.getState());
          if (found === undefined || found === false) return;
          listeners.delete(check);
          resolve(found);
        };
        listeners.add(check);
        check();
      }),
    close: async () => {
      node.announceEnd();
      // The sagas write what is to be stored.
      await new Promise(setImmediate);
      if (context.record !== undefined && recorder !== undefined)
        writeFileSync(context.record, recorder.createFile(store.getState()));
      stop();
      node.release();
    },
  };
}

/** The URL is that of the app, which says where its API is, or that of an API without an app. */
async function findDeployment(fetch: Ports['fetch'], url: string): Promise<DeploymentConfig> {
  const own = parseDeploymentConfig({ apiUrl: url, loginUrl: url, logoutUrl: url, imagePreviewUrl: url });
  if (!own.ok) throw new CommandError(EXIT.usage, `${url} is not an absolute http(s) URL.`);
  const base = url.endsWith('/') ? url : `${url}/`;
  let isReached = false as boolean;
  const found = await loadConfig(async (_path, init) => {
    const response = await fetch(new URL('config.json', base), init);
    isReached = true;
    return response;
  });
  if (found.ok) return found.value;
  if (!isReached) throw new CommandError(EXIT.unreachable, `${url} did not respond.`);
  return own.value;
}

async function listProjects(ports: Ports, config: DeploymentConfig): Promise<readonly Project[]> {
  const refreshSession = () => Promise.resolve(err({ kind: 'unauthorized' } as const));
  const extra = { ports, config, refreshSession };
  const signal = new AbortController().signal;
  const listed = await callApi({ endpoint: 'GET /project' }, responseList('projects', projectSchema), extra, signal);
  if (!listed.ok) throw commandError(listed.failure);
  return listed.value;
}

/** The locks of machines that all processes share. */
const MACHINE_LOCKS: ReadonlySet<string> = new Set(
  ['downloads', 'fetches', 'follows'].map((name) => `data-manager-${name}`),
);

/** Never acquires the locks of shared machines but one, so that a short command does not begin what another has left. */
function withoutMachines(locks: Ports['locks'], driven: string | undefined): Ports['locks'] {
  return {
    ...locks,
    acquire: (name, signal) =>
      name === driven || !MACHINE_LOCKS.has(name)
        ? locks.acquire(name, signal)
        : new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true })),
  };
}
