import { logoutRequested, selectSessionOwner } from '../../../src/session/sessionSlice';
import {
  cancelRequested,
  clearAllRequested,
  downloadRequested,
  removeRequested,
  retryRequested,
  selectOwnDownloads,
} from '../../../src/transfers/downloads/downloadsSlice';
import { selectFailedIds } from '../../../src/transfers/uploads/uploadsSelectors';
import {
  cancelRequested as cancelUploadsRequested,
  pauseRequested,
  resumeRequested,
  retryRequested as retryUploadsRequested,
  uploadRequested,
} from '../../../src/transfers/uploads/uploadsSlice';
import { chosenFile } from '../../support/chosenFile';
import { aFileOf } from '../uploads/faultRunStorage';
import { USERS } from '../uploads/faultRunWorld';
import type { Command } from './modelSchedule';
import type { DevTools, ModelWorld, Page } from './modelWorld';

const KEY_PREFIX = 'brains/TC042';
const MOST_TABS = 2;

type DevToolsStep = (tools: ReturnType<DevTools['open']>) => void;

/** Returns a function that runs a command. */
export function createCommandRunner(world: ModelWorld, sizes: readonly number[]) {
  let chosen = 0;

  /** Only one tab uploads, because the limits of two tabs would add up. */
  const choose = ({ ports, store }: Page, which: number): void => {
    // The login dialog covers the page.
    if (selectSessionOwner(store.getState()) === undefined) return;
    const size = sizes[which % sizes.length] ?? 0;
    const file = aFileOf(`TC042_S${String((chosen += 1)).padStart(6, '0')}_L01_ch01.tif`, size);
    world.addSource(`acme/${KEY_PREFIX}/${file.name}`, file);
    store.dispatch(uploadRequested({ keyPrefix: KEY_PREFIX, files: [chosenFile(ports, file)] }));
  };
  const disconnect = (milliseconds: number, isReported: boolean): void => {
    world.network.disconnect();
    if (isReported) for (const { ports } of world.pages) ports.control.setOnline(false);
    world.schedule(milliseconds, () => {
      world.network.reconnect();
      if (world.network.isUp()) for (const { ports } of world.pages) ports.control.setOnline(true);
    });
  };

  /** Takes a step in DevTools, and undoes it when the developer returns to the page. */
  const stepInDevTools = (page: Page, milliseconds: number, step: DevToolsStep, undo: DevToolsStep): void => {
    const tools = world.devTools?.open(page.store);
    if (tools === undefined) return;
    step(tools);
    world.schedule(milliseconds, () => {
      undo(tools);
      page.ports.control.returnToPage();
    });
  };

  return async ({ what, which, lasts }: Command): Promise<void> => {
    const [uploader] = world.pages;
    const page = world.pages[which % world.pages.length];
    if (uploader === undefined || page === undefined) return;
    const { store } = page;
    const dispatch = (action: Parameters<typeof store.dispatch>[0]) => store.dispatch(action);
    const own = selectOwnDownloads(store.getState());
    const id = own[which % Math.max(1, own.length)]?.id ?? 'none';
    const downsampled = which > 1;
    const commands: Readonly<Record<Command['what'], () => unknown>> = {
      download: () =>
        dispatch(downloadRequested({ path: `acme/brains/TC00${which}`, title: `TC00${which}`, downsampled })),
      'download-files': () =>
        dispatch(downloadRequested({ path: [`acme/b/${which}`, 'acme/b/x'], title: '2 files', downsampled })),
      remove: () => dispatch(removeRequested({ id })),
      'cancel-download': () => dispatch(cancelRequested({ id })),
      'clear-all': () => dispatch(clearAllRequested({ ids: own.map((item) => item.id) })),
      'retry-download': () => dispatch(retryRequested({ id })),
      upload: () => choose(uploader, which),
      pause: () => uploader.store.dispatch(pauseRequested()),
      resume: () => uploader.store.dispatch(resumeRequested()),
      'cancel-uploads': () => uploader.store.dispatch(cancelUploadsRequested()),
      'retry-one': () => {
        const [failed = 'none'] = selectFailedIds(uploader.store.getState());
        uploader.store.dispatch(retryUploadsRequested({ id: failed }));
      },
      'retry-all': () => uploader.store.dispatch(retryUploadsRequested({})),
      reload: async () => {
        world.closePage(page);
        await world.openPage();
      },
      'open-tab': () => (world.pages.length < MOST_TABS ? world.openPage() : undefined),
      'close-tab': () => {
        if (world.pages.length > 1) world.closePage(page);
      },
      'return-to-page': () => page.ports.control.returnToPage(),
      offline: () => disconnect(lasts, true),
      'silent-outage': () => disconnect(lasts, false),
      logout: () => dispatch(logoutRequested()),
      'other-user': () => {
        world.signIn(
          page.ports,
          USERS.find((one) => one !== world.user()),
        );
        for (const { ports } of world.pages) ports.control.returnToPage();
      },
      'token-expires': world.tokens.expire,
      'session-revoked': world.tokens.revoke,
      'look-at-past': () =>
        stepInDevTools(
          page,
          lasts,
          (tools) => tools.jumpToShare(which / 4),
          (tools) => tools.jumpToEnd(),
        ),
      lock: () =>
        stepInDevTools(
          page,
          lasts,
          (tools) => tools.lock(true),
          (tools) => tools.lock(false),
        ),
    };
    world.script.record(what);
    await commands[what]();
  };
}
