import { belongsTo } from '@data-manager/domain/session/session';
import { isUploadActive } from '@data-manager/domain/uploads/upload';
import { pauseOf } from '@data-manager/domain/uploads/uploadQueue';
import { fetchConfiguration } from '../../../src/api/configuration';
import type { Ports } from '../../../src/platform/ports';
import { selectSessionOwner } from '../../../src/session/sessionSlice';
import { selectAllUploads } from '../../../src/transfers/uploads/uploadsSelectors';
import {
  cancelRequested,
  pauseRequested,
  resumeRequested,
  retryRequested,
  uploadRequested,
} from '../../../src/transfers/uploads/uploadsSlice';
import { createRecordedStore } from '../../replay/createRecordedStore';
import { chosenFile } from '../../support/chosenFile';
import { createTestStore, type TestStore } from '../../support/createTestStore';
import { signedInPorts, TIMER_CLOCK, type FakePorts } from '../../support/fakePorts';
import { createFakeServer } from '../../support/fakeServer';
import { createExchange, createTokens, createUploadsApi } from './faultRunApi';
import { createUploadMonitor } from './faultRunMonitor';
import { createNetwork } from './faultRunNetwork';
import { createFaultScript, type Schedule, type ScheduledEvent } from './faultRunSchedule';
import {
  aFileOf,
  breakFile,
  bytesOf,
  createServerUploads,
  createStorage,
  hashPart,
  probeFile,
} from './faultRunStorage';

/** Ids of the users of the browser. The first one is signed in at the start. */
export const USERS = ['user-1', 'user-2'] as const;

/** Virtual time in milliseconds before a user retries failed files. */
export const THINKING_MS = 60_000;
/** One retry for files that faults have failed, and one for files whose completion was uncertain. */
export const RETRIES_OF_ALL = 2;

const KEY_PREFIX = 'brains/TC042';
const [FIRST_USER, OTHER_USER] = USERS;

type State = ReturnType<TestStore['store']['getState']>;

/** Creates servers, a storage, a network and users that follow a schedule in virtual time. */
export function createSurroundings(schedule: Schedule) {
  const script = createFaultScript();
  const network = createNetwork();
  const uploads = createServerUploads(schedule);
  /** The bytes of every chosen file by key. */
  const sources = new Map<string, Uint8Array>();
  let fractions = 0;
  const fraction = (): number => schedule.fractions[(fractions += 1) % schedule.fractions.length] ?? 0;
  const tokens = createTokens(schedule, { script, network });
  const exchange = createExchange(network, tokens);
  const storage = createStorage({ schedule, script, network, uploads, fraction });
  const api = createUploadsApi({ schedule, script, network, uploads, tokens, exchange, sign: storage.sign });
  let uuids = 0;
  let user: string = FIRST_USER;
  /** Ids of all users who have signed in. */
  const users = new Set<string>([user]);
  let scheduled = 0;

  /** Checks that the latest PUT belongs to a file of the signed-in user. */
  const checkSender = (state: State): string[] => {
    const key = uploads.all.get(storage.puts.at(-1)?.uploadId ?? '')?.key;
    const sent = selectAllUploads(state).find((file) => file.key === key);
    const owner = selectSessionOwner(state);
    if (sent === undefined || owner === undefined || sent.userId === owner.userId) return [];
    return [`${owner.userId} sends a file of ${sent.userId}`];
  };

  return {
    ...{ script, network, uploads, sources, tokens, exchange, storage, api, users },
    user: () => user,
    signIn: (ports: FakePorts, who = user): void => {
      user = who;
      users.add(who);
      tokens.signInAgain(ports, { user_id: who });
    },
    schedule: (milliseconds: number, callback: () => void): void => {
      scheduled += 1;
      setTimeout(() => {
        scheduled -= 1;
        callback();
      }, milliseconds);
    },
    /** Returns true if a scheduled callback has not run yet. */
    hasScheduled: () => scheduled > 0,
    /** Creates the ports of one page, and a monitor of its uploads. */
    forPage: (state: () => State) => {
      const monitor = createUploadMonitor({
        uploads,
        puts: storage.puts,
        cancelRequests: api.cancelRequests,
        sourceOf: (key) => sources.get(key) ?? new Uint8Array(),
      });
      const ports = {
        clock: TIMER_CLOCK,
        random: { uuid: () => `uuid-${(uuids += 1)}`, fraction },
        putPart: (request) => {
          const result = storage.putPart(request);
          monitor.checkLatestPut();
          monitor.violations.push(...checkSender(state()));
          return result;
        },
        hashPart,
      } satisfies Partial<Ports>;
      return { monitor, ports };
    },
  };
}

/** Creates the app's store with its real sagas in surroundings that follow the schedule, and a signed-in user. */
export async function createWorld(schedule: Schedule) {
  const surroundings = createSurroundings(schedule);
  const { script, network, uploads, sources, tokens, storage } = surroundings;
  const onDisk = new Map<string, File>();
  /** Keys of files that were removed or overwritten on the disk. */
  const brokenKeys = new Set<string>();
  const { monitor, ports: pagePorts } = surroundings.forPage(() => store.getState());
  const { fetch } = createFakeServer(surroundings.api.routes);
  const ports = signedInPorts({ ...pagePorts, fetch, probeFile });
  const recorded = schedule.isReplayed ? createRecordedStore(ports) : undefined;
  const testStore = recorded ?? createTestStore({ ports });
  const { store, actions } = testStore;
  await testStore.rehydrated();
  if (schedule.hasStartUrls) await store.dispatch(fetchConfiguration());

  let checked = 0;
  let isLoginScheduled = false;
  store.subscribe(() => {
    for (; checked < actions.length; checked += 1) monitor.onAction(actions[checked] ?? { type: '' });
    if (isLoginScheduled || store.getState().session.status !== 'loggedOut') return;
    isLoginScheduled = true;
    script.record('login again');
    surroundings.schedule(schedule.loginTakes, () => {
      isLoginScheduled = false;
      surroundings.signIn(ports);
    });
  });

  let chosen = 0;
  const choose = (...sizes: readonly number[]): void => {
    // The login dialog covers the page.
    if (selectSessionOwner(store.getState()) === undefined) return;
    const files = sizes.map((size) => {
      const file = aFileOf(`TC042_S${String((chosen += 1)).padStart(6, '0')}_L01_ch01.tif`, size);
      sources.set(`acme/${KEY_PREFIX}/${file.name}`, bytesOf(file));
      onDisk.set(`acme/${KEY_PREFIX}/${file.name}`, file);
      return chosenFile(ports, file);
    });
    store.dispatch(uploadRequested({ keyPrefix: KEY_PREFIX, files }));
  };
  const firstFailed = (): string | undefined =>
    selectAllUploads(store.getState()).find(({ progress }) => progress.phase === 'failed')?.id;
  const disconnect = (milliseconds: number, isReported: boolean): void => {
    network.disconnect();
    if (isReported) ports.control.setOnline(false);
    surroundings.schedule(milliseconds, () => {
      network.reconnect();
      if (isReported) ports.control.setOnline(true);
    });
  };
  const breakNext = (state: 'missing' | 'changed'): void => {
    const files = selectAllUploads(store.getState());
    const key = (files.find(isUploadActive) ?? files[0])?.key ?? '';
    const file = onDisk.get(key);
    if (file === undefined) return;
    breakFile(file, state);
    brokenKeys.add(key);
  };
  const handlers: Readonly<Record<ScheduledEvent['what'], (lasts: number) => void>> = {
    pause: () => store.dispatch(pauseRequested()),
    resume: () => store.dispatch(resumeRequested()),
    cancel: () => store.dispatch(cancelRequested()),
    'retry-all': () => store.dispatch(retryRequested({})),
    'retry-one': () => store.dispatch(retryRequested({ id: firstFailed() ?? 'none has failed' })),
    'choose-more': () => choose(schedule.moreBytes),
    offline: (lasts) => disconnect(lasts, true),
    'silent-outage': (lasts) => disconnect(lasts, false),
    'token-expires': tokens.expire,
    'session-revoked': tokens.revoke,
    'storage-down': (lasts) => {
      storage.goDown();
      surroundings.schedule(lasts, storage.comeUp);
    },
    'uploads-forgotten': uploads.forgetOpen,
    'other-user': (lasts) => {
      surroundings.signIn(ports, OTHER_USER);
      surroundings.schedule(lasts, () => surroundings.signIn(ports, FIRST_USER));
    },
    'file-vanishes': () => breakNext('missing'),
    'file-changes': () => breakNext('changed'),
  };
  for (const { at, what, lasts } of schedule.events) {
    surroundings.schedule(at, () => {
      script.record(what);
      handlers[what](lasts);
    });
  }
  choose(...schedule.sizes);

  return { ...testStore, ...surroundings, recorded, monitor, brokenKeys };
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/** Returns true if no upload continues without a user. */
export function areUploadsIdle(state: State): boolean {
  const { status } = state.uploads;
  const isPaused = pauseOf(status) !== undefined;
  const owner = selectSessionOwner(state);
  const areIdle = selectAllUploads(state).every(
    (file) =>
      file.progress.phase === 'failed' ||
      (file.progress.phase === 'waiting' && (isPaused || (owner !== undefined && !belongsTo(file, owner)))),
  );
  return areIdle && status.kind !== 'cancelling';
}
