import { findNonSerializableValue, type UnknownAction } from '@reduxjs/toolkit';
import type { StoreExtension } from '../../../src/app/storeExtension';
import { createTestStore, type TestStore } from '../../support/createTestStore';
import { createFakePorts, createFakeProfile, type FakePorts } from '../../support/fakePorts';
import { createFakeServer } from '../../support/fakeServer';
import type { UploadMonitor } from '../uploads/faultRunMonitor';
import { bytesOf } from '../uploads/faultRunStorage';
import { findSecret } from '../uploads/faultRunVerdict';
import { createSurroundings } from '../uploads/faultRunWorld';
import { createDownloadsApi } from './modelDownloads';
import { createModelMonitor } from './modelMonitor';
import type { ModelSchedule } from './modelSchedule';

/** The development tools of a page, and access to a store's DevTools. */
export interface DevTools {
  readonly createTools: (ports: FakePorts) => StoreExtension;
  readonly open: (store: object) => {
    readonly jumpToShare: (share: number) => void;
    readonly jumpToEnd: () => void;
    readonly lock: (status: boolean) => void;
  };
}

/** Creates servers, a storage, a browser profile and its tabs in virtual time. No tab is open, and no user is signed in. */
export function createModelWorld(schedule: ModelSchedule, devTools: DevTools | undefined) {
  const surroundings = createSurroundings(schedule.uploads);
  const { script, network, sources, exchange, storage, api } = surroundings;
  const downloads = createDownloadsApi({ schedule, script, exchange });
  const failedPuts = (): number => storage.puts.filter(({ end }) => end === 'faulty' || end === 'aborted').length;
  const monitor = createModelMonitor({ downloads, failedPuts });
  const profile = createFakeProfile();
  const violations: string[] = [];
  const pages: Page[] = [];
  const closed: Page[] = [];

  let isLoginScheduled = false;
  const signInIfLoggedOut = (): void => {
    const page = pages.find(({ store }) => store.getState().session.status === 'loggedOut');
    if (page === undefined || isLoginScheduled) return;
    isLoginScheduled = true;
    surroundings.schedule(schedule.uploads.loginTakes, () => {
      isLoginScheduled = false;
      if (pages.some(({ store }) => store.getState().session.status === 'loggedOut')) {
        surroundings.signIn(pages[0]?.ports ?? page.ports);
        for (const { ports } of pages) ports.control.returnToPage();
      }
    });
  };

  const openPage = async (): Promise<Page> => {
    const uploads = surroundings.forPage(() => page.store.getState());
    const { fetch } = createFakeServer({
      ...api.routes,
      ...downloads.createRoutes((body) => monitor.onStart(page.store.getState(), body)),
    });
    const ports = createFakePorts({ ...uploads.ports, fetch }, profile);
    if (!network.isUp()) ports.control.setOnline(false);
    const testStore = createTestStore({
      ports,
      ...(devTools && { extensions: [devTools.createTools(ports)] }),
      onAction: (action, before, after) => {
        monitor.onAction(action, before, after);
        uploads.monitor.onAction(action);
        checkAction(action);
      },
    });
    const page: Page = { ...testStore, uploadMonitor: uploads.monitor };
    pages.push(page);
    page.store.subscribe(signInIfLoggedOut);
    await page.rehydrated();
    signInIfLoggedOut();
    return page;
  };

  const checkAction = (action: UnknownAction): void => {
    if (action.type.startsWith('persist/')) return;
    if (findNonSerializableValue(action) !== false) violations.push(`${action.type} can't be serialised`);
    const secret = findSecret(action);
    if (secret !== undefined) violations.push(`an action contains ${secret}`);
  };

  return {
    ...surroundings,
    ...{ downloads, monitor, pages, closed, violations, devTools },
    addSource: (key: string, file: File): void => void sources.set(key, bytesOf(file)),
    openPage,
    /** Closes a tab with everything that it has not finished. */
    closePage: (page: Page): void => {
      page.stop();
      closed.push(...pages.splice(pages.indexOf(page), 1));
    },
  };
}

export type ModelWorld = ReturnType<typeof createModelWorld>;

/** A tab with the app's real store and sagas. */
export interface Page extends TestStore {
  readonly uploadMonitor: UploadMonitor;
}
