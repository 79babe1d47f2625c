import { findNonSerializableValue, type UnknownAction } from '@reduxjs/toolkit';
import type { Ports } from '../../../src/platform/ports';
import { selectSessionOwner, selectSessionStatus } from '../../../src/session/sessionSlice';
import { createDevelopmentTools } from '../../../src/app/devtools/developmentTools';
import { createTestStore } from '../../support/createTestStore';
import { createFakePorts, createFakeProfile, type FakePorts } from '../../support/fakePorts';
import { createApi } from '../uploads/faultRunApi';
import { bytesOf, hashPart } from '../uploads/faultRunFiles';
import { createLedger } from '../uploads/faultRunLedger';
import { createLine } from '../uploads/faultRunLine';
import { createScript } from '../uploads/faultRunScript';
import { createStorage } from '../uploads/faultRunStorage';
import { createTokens } from '../uploads/faultRunTokens';
import { createWitness } from '../uploads/faultRunWitness';
import { createDownloadsApi } from './modelDownloads';
import type { ModelSchedule } from './modelSchedule';
import { createModelWitness } from './modelWitness';

/** Who works at this browser, by user id. */
export const USERS = ['user-1', 'user-2'] as const;

/** Servers, storage, a browser's profile and its tabs, in virtual time; nobody is signed in, and no tab is open. */
export function createModelWorld(schedule: ModelSchedule, hasDevTools: boolean) {
  const { uploads: faults } = schedule;
  const script = createScript();
  const line = createLine();
  const ledger = createLedger(faults);
  const sources = new Map<string, Uint8Array>();
  let fractions = 0;
  const fraction = (): number => faults.fractions[(fractions += 1) % faults.fractions.length] ?? 0;
  const tokens = createTokens({ schedule: faults, script, line });
  const storage = createStorage({ schedule: faults, script, line, ledger, fraction });
  const uploads = createApi({ schedule: faults, script, line, ledger, tokens, sign: storage.sign });
  const downloads = createDownloadsApi({ schedule, script, line, tokens });
  const badPuts = (): number => storage.puts.filter(({ end }) => end === 'faulty' || end === 'aborted').length;
  const witness = createModelWitness({ downloads, badPuts });
  const profile = createFakeProfile();
  const mistakes: string[] = [];
  const pages: Page[] = [];
  const closed: Page[] = [];
  let uuids = 0;
  let user: string = USERS[0];
  /** Everybody who has signed in. */
  const people = new Set<string>();

  /** What is still to come by the clock. */
  let ahead = 0;
  const later = (milliseconds: number, happens: () => void): void => {
    ahead += 1;
    setTimeout(() => {
      ahead -= 1;
      happens();
    }, milliseconds);
  };

  const signIn = (ports: FakePorts, who = user): void => {
    user = who;
    people.add(who);
    tokens.signInAgain(ports, { user_id: who });
  };

  let isLoginAhead = false;
  const signInWhereNobodyIs = (): void => {
    const page = pages.find(({ made }) => selectSessionStatus(made.store.getState()) === 'loggedOut');
    if (page === undefined || isLoginAhead) return;
    isLoginAhead = true;
    later(faults.loginTakes, () => {
      isLoginAhead = false;
      if (pages.some(({ made }) => selectSessionStatus(made.store.getState()) === 'loggedOut')) {
        signIn(pages[0]?.ports ?? page.ports);
        for (const { ports } of pages) ports.control.returnToPage();
      }
    });
  };

  const openPage = async (): Promise<Page> => {
    const uploadWitness = createWitness({
      ledger,
      puts: storage.puts,
      cancelsAsked: uploads.books.cancelsAsked,
      sourceOf: (key) => sources.get(key) ?? new Uint8Array(),
    });
    const putPart: Ports['putPart'] = (request) => {
      const result = storage.putPart(request);
      uploadWitness.seeLatestPut();
      noteSender(page, storage.puts.at(-1)?.uploadId ?? '');
      return result;
    };
    const pageFetch: Ports['fetch'] = (input, init) =>
      downloads.fetch(input, init, (body) => witness.seeStart(page.made.store.getState(), body)) ??
      uploads.fetch(input, init);
    const ports = createFakePorts(
      {
        clock: { now: () => Date.now() },
        random: { uuid: () => `uuid-${(uuids += 1)}`, fraction },
        fetch: pageFetch,
        putPart,
        hashPart,
      },
      profile,
    );
    if (!line.isUp()) ports.control.setOnline(false);
    const made = createTestStore({
      ports,
      ...(hasDevTools && { tools: createDevelopmentTools(ports) }),
      onAction: (action, before, after) => {
        witness.see(action, before, after);
        uploadWitness.see(action);
        checkPlain(action);
      },
    });
    const page: Page = { ports, made, uploadWitness };
    pages.push(page);
    made.store.subscribe(signInWhereNobodyIs);
    await made.rehydrated();
    signInWhereNobodyIs();
    return page;
  };

  /** Nobody sends a file of somebody else. */
  const noteSender = ({ made }: Page, uploadId: string): void => {
    const key = ledger.uploads.get(uploadId)?.key;
    const file = made.store.getState().uploads.files.find((one) => one.key === key);
    const owner = selectSessionOwner(made.store.getState());
    if (owner !== undefined && file !== undefined && owner.userId !== file.userId) {
      mistakes.push(`${owner.userId} sends a file of ${file.userId}`);
    }
  };

  const checkPlain = (action: UnknownAction): void => {
    if (action.type.startsWith('persist/')) return;
    if (findNonSerializableValue(action) !== false) mistakes.push(`${action.type} can't be serialised`);
    const text = JSON.stringify(action);
    const secret = /https:\/\/storage\.test|(access|refresh)-\d/.exec(text);
    if (secret !== null) mistakes.push(`an action carries ${secret[0]}`);
  };

  return {
    ...{ script, line, ledger, storage, uploads, downloads, witness, sources, tokens, pages, closed },
    mistakes,
    keep: (key: string, file: File): void => void sources.set(key, bytesOf(file)),
    later,
    isAhead: () => ahead > 0,
    people,
    hasDevTools,
    user: () => user,
    signIn,
    openPage,
    /** The tab's page ends, with everything that it has not finished. */
    closePage: (page: Page): void => {
      page.made.stop();
      closed.push(...pages.splice(pages.indexOf(page), 1));
    },
  };
}

export type ModelWorld = ReturnType<typeof createModelWorld>;

/** A tab with the app's real store and sagas. */
export interface Page {
  readonly ports: FakePorts;
  readonly made: ReturnType<typeof createTestStore>;
  readonly uploadWitness: ReturnType<typeof createWitness>;
}
