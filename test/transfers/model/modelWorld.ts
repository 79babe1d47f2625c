import { findNonSerializableValue, type UnknownAction } from '@reduxjs/toolkit';
import { createDevelopmentTools } from '../../../src/app/devtools/developmentTools';
import type { Ports } from '../../../src/platform/ports';
import { selectSessionStatus } from '../../../src/session/sessionSlice';
import { createTestStore } from '../../support/createTestStore';
import { createFakePorts, createFakeProfile, type FakePorts } from '../../support/fakePorts';
import { bytesOf } from '../uploads/faultRunFiles';
import { createSurroundings } from '../uploads/faultRunSurroundings';
import type { createWitness } from '../uploads/faultRunWitness';
import { createDownloadsApi } from './modelDownloads';
import type { ModelSchedule } from './modelSchedule';
import { createModelWitness } from './modelWitness';

/** Servers, storage, a browser's profile and its tabs, in virtual time; nobody is signed in, and no tab is open. */
export function createModelWorld(schedule: ModelSchedule, hasDevTools: boolean) {
  const surroundings = createSurroundings(schedule.uploads);
  const { script, line, sources, tokens, storage, api, later } = surroundings;
  const downloads = createDownloadsApi({ schedule, script, line, tokens });
  const badPuts = (): number => storage.puts.filter(({ end }) => end === 'faulty' || end === 'aborted').length;
  const witness = createModelWitness({ downloads, badPuts });
  const profile = createFakeProfile();
  const mistakes: string[] = [];
  const pages: Page[] = [];
  const closed: Page[] = [];

  let isLoginAhead = false;
  const signInWhereNobodyIs = (): void => {
    const page = pages.find(({ made }) => selectSessionStatus(made.store.getState()) === 'loggedOut');
    if (page === undefined || isLoginAhead) return;
    isLoginAhead = true;
    later(schedule.uploads.loginTakes, () => {
      isLoginAhead = false;
      if (pages.some(({ made }) => selectSessionStatus(made.store.getState()) === 'loggedOut')) {
        surroundings.signIn(pages[0]?.ports ?? page.ports);
        for (const { ports } of pages) ports.control.returnToPage();
      }
    });
  };

  const openPage = async (): Promise<Page> => {
    const uploads = surroundings.forPage(() => page.made.store.getState());
    const pageFetch: Ports['fetch'] = (input, init) =>
      downloads.fetch(input, init, (body) => witness.seeStart(page.made.store.getState(), body)) ??
      api.fetch(input, init);
    const ports = createFakePorts({ ...uploads.ports, fetch: pageFetch }, profile);
    if (!line.isUp()) ports.control.setOnline(false);
    const made = createTestStore({
      ports,
      ...(hasDevTools && { tools: createDevelopmentTools(ports) }),
      onAction: (action, before, after) => {
        witness.see(action, before, after);
        uploads.witness.see(action);
        checkPlain(action);
      },
    });
    const page: Page = { ports, made, uploadWitness: uploads.witness };
    pages.push(page);
    made.store.subscribe(signInWhereNobodyIs);
    await made.rehydrated();
    signInWhereNobodyIs();
    return page;
  };

  const checkPlain = (action: UnknownAction): void => {
    if (action.type.startsWith('persist/')) return;
    if (findNonSerializableValue(action) !== false) mistakes.push(`${action.type} can't be serialised`);
    const text = JSON.stringify(action);
    const secret = /https:\/\/storage\.test|(access|refresh)-\d/.exec(text);
    if (secret !== null) mistakes.push(`an action carries ${secret[0]}`);
  };

  return {
    ...surroundings,
    ...{ downloads, witness, pages, closed, mistakes, hasDevTools },
    keep: (key: string, file: File): void => void sources.set(key, bytesOf(file)),
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
