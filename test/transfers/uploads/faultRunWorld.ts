import { isUploadActive } from '../../../src/domain/uploads/upload';
import { selectSessionOwner, selectSessionStatus } from '../../../src/session/sessionSlice';
import {
  cancelRequested,
  pauseRequested,
  resumeRequested,
  retryRequested,
  uploadRequested,
} from '../../../src/transfers/uploads/uploadsSlice';
import { chosenFile } from '../../support/chosenFile';
import { createTestStore } from '../../support/createTestStore';
import { createFakePorts, signIn } from '../../support/fakePorts';
import { aFileOf, bytesOf, loseFile, probeFile } from './faultRunFiles';
import type { Schedule, ScheduledEvent } from './faultRunSchedule';
import { createSurroundings, USERS } from './faultRunSurroundings';

const KEY_PREFIX = 'brains/TC042';
const [FIRST_PERSON, OTHER_PERSON] = USERS;

/** The app's store with its real sagas in a world that goes by the schedule; somebody is signed in. */
export async function createWorld(schedule: Schedule) {
  const surroundings = createSurroundings(schedule);
  const { script, line, ledger, sources, tokens, storage, later } = surroundings;
  const onDisk = new Map<string, File>();
  /** Keys of files that are no longer on the disk as they were chosen. */
  const lost = new Set<string>();
  const page = surroundings.forPage(() => store.getState());
  const { witness } = page;
  const ports = createFakePorts({ ...page.ports, fetch: surroundings.api.fetch, probeFile });
  signIn(ports);
  const made = createTestStore({ ports });
  const { store, actions } = made;
  await made.rehydrated();

  let seen = 0;
  let isLoginAhead = false;
  store.subscribe(() => {
    for (; seen < actions.length; seen += 1) witness.see(actions[seen] ?? { type: '' });
    if (isLoginAhead || selectSessionStatus(store.getState()) !== 'loggedOut') return;
    isLoginAhead = true;
    script.note('login again');
    later(schedule.loginTakes, () => {
      isLoginAhead = false;
      surroundings.signIn(ports);
    });
  });

  let chosen = 0;
  const choose = (...sizes: readonly number[]): void => {
    // Behind the login modal nothing can be chosen.
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
    store.getState().uploads.files.find(({ progress }) => progress.phase === 'failed')?.id;
  const lose = (milliseconds: number, tell: boolean): void => {
    line.cut();
    if (tell) ports.control.setOnline(false);
    later(milliseconds, () => {
      line.mend();
      if (tell) ports.control.setOnline(true);
    });
  };
  const loseNext = (fate: 'missing' | 'changed'): void => {
    const { files } = store.getState().uploads;
    const key = (files.find(isUploadActive) ?? files[0])?.key ?? '';
    const file = onDisk.get(key);
    if (file === undefined) return;
    loseFile(file, fate);
    lost.add(key);
  };
  const happen: Readonly<Record<ScheduledEvent['what'], (lasts: number) => void>> = {
    pause: () => store.dispatch(pauseRequested()),
    resume: () => store.dispatch(resumeRequested()),
    cancel: () => store.dispatch(cancelRequested()),
    'retry-all': () => store.dispatch(retryRequested({})),
    'retry-one': () => store.dispatch(retryRequested({ id: firstFailed() ?? 'none has failed' })),
    'choose-more': () => choose(schedule.moreBytes),
    offline: (lasts) => lose(lasts, true),
    'silent-outage': (lasts) => lose(lasts, false),
    'token-expires': tokens.expire,
    'session-revoked': tokens.revoke,
    'storage-down': (lasts) => {
      storage.goDown();
      later(lasts, storage.comeUp);
    },
    'uploads-forgotten': ledger.forgetOpen,
    'somebody-else': (lasts) => {
      surroundings.signIn(ports, OTHER_PERSON);
      later(lasts, () => surroundings.signIn(ports, FIRST_PERSON));
    },
    'file-vanishes': () => loseNext('missing'),
    'file-changes': () => loseNext('changed'),
  };
  for (const { at, what, lasts } of schedule.events) {
    later(at, () => {
      script.note(what);
      happen[what](lasts);
    });
  }
  choose(...schedule.sizes);

  return { ...made, ...surroundings, witness, lost };
}

export type World = Awaited<ReturnType<typeof createWorld>>;
