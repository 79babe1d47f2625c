import type { Ports } from '../../../src/platform/ports';
import { selectSessionOwner, selectSessionStatus } from '../../../src/session/sessionSlice';
import { isUploadActive } from '../../../src/domain/upload';
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
import { createApi } from './faultRunApi';
import { aFileOf, bytesOf, hashPart, loseFile, probeFile } from './faultRunFiles';
import { createLedger } from './faultRunLedger';
import { createLine } from './faultRunLine';
import type { Schedule, ScheduledEvent } from './faultRunSchedule';
import { createScript } from './faultRunScript';
import { createStorage } from './faultRunStorage';
import { createTokens } from './faultRunTokens';
import { createWitness } from './faultRunWitness';

const KEY_PREFIX = 'brains/TC042';
const FIRST_PERSON = 'user-1';
const OTHER_PERSON = 'user-2';

/** The app's store with its real sagas in a world that goes by the schedule; somebody is signed in. */
export async function createWorld(schedule: Schedule) {
  const script = createScript();
  const line = createLine();
  const ledger = createLedger(schedule);
  const sources = new Map<string, Uint8Array>();
  const onDisk = new Map<string, File>();
  /** Keys of files that are no longer on the disk as they were chosen. */
  const lost = new Set<string>();
  /** Everybody who has signed in, by user id. */
  const people = new Set<string>([FIRST_PERSON]);
  let person: string = FIRST_PERSON;
  let fractions = 0;
  const fraction = (): number => schedule.fractions[(fractions += 1) % schedule.fractions.length] ?? 0;
  const tokens = createTokens({ schedule, script, line });
  const storage = createStorage({ schedule, script, line, ledger, fraction });
  const api = createApi({ schedule, script, line, ledger, tokens, sign: storage.sign });
  const witness = createWitness({
    ledger,
    puts: storage.puts,
    cancelsAsked: api.books.cancelsAsked,
    sourceOf: (key) => sources.get(key) ?? new Uint8Array(),
  });
  const putPart: Ports['putPart'] = (request) => {
    const result = storage.putPart(request);
    witness.seeLatestPut();
    noteSender();
    return result;
  };
  let uuids = 0;
  const ports = createFakePorts({
    clock: { now: () => Date.now() },
    random: { uuid: () => `uuid-${(uuids += 1)}`, fraction },
    fetch: api.fetch,
    putPart,
    hashPart,
    probeFile,
  });
  signIn(ports);
  const made = createTestStore({ ports });
  const { store, actions } = made;
  await made.rehydrated();

  /** What is still to come by the clock: events, their ends, and logins. */
  let ahead = 0;
  const later = (milliseconds: number, happens: () => void): void => {
    ahead += 1;
    setTimeout(() => {
      ahead -= 1;
      happens();
    }, milliseconds);
  };

  let seen = 0;
  let isLoginAhead = false;
  store.subscribe(() => {
    for (; seen < actions.length; seen += 1) witness.see(actions[seen] ?? { type: '' });
    if (isLoginAhead || selectSessionStatus(store.getState()) !== 'loggedOut') return;
    isLoginAhead = true;
    script.note('login again');
    later(schedule.loginTakes, () => {
      isLoginAhead = false;
      signInAs(person);
    });
  });

  /** Nobody sends what somebody else has chosen. */
  const noteSender = (): void => {
    const { uploads } = store.getState();
    const key = ledger.uploads.get(storage.puts.at(-1)?.uploadId ?? '')?.key;
    const sent = uploads.files.find((file) => file.key === key);
    const owner = selectSessionOwner(store.getState());
    if (sent !== undefined && owner !== undefined && sent.userId !== owner.userId) {
      witness.violations.push(`${owner.userId} sends a file of ${sent.userId}`);
    }
  };

  const signInAs = (who: string): void => {
    person = who;
    people.add(who);
    tokens.signInAgain(ports, { user_id: who });
  };

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
      signInAs(OTHER_PERSON);
      later(lasts, () => signInAs(FIRST_PERSON));
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

  return {
    ...made,
    script,
    ledger,
    storage,
    apiBooks: api.books,
    witness,
    sources,
    lost,
    people,
    signInAs,
    isAhead: () => ahead > 0,
  };
}

export type World = Awaited<ReturnType<typeof createWorld>>;
