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
import { openDevTools } from '../../support/devToolsExtension';
import { aFileOf } from '../uploads/faultRunFiles';
import { USERS } from '../uploads/faultRunSurroundings';
import type { Command } from './modelSchedule';
import type { ModelWorld, Page } from './modelWorld';

const KEY_PREFIX = 'brains/TC042';
const MOST_TABS = 2;

type TravelStep = (tools: ReturnType<typeof openDevTools>) => void;

/** Does what a command says; gives what is to be waited for. */
export function createCommander(world: ModelWorld, sizes: readonly number[]) {
  let chosen = 0;

  /** Uploads are begun in one tab alone: two would share the line. */
  const choose = ({ ports, made: { store } }: Page, which: number): void => {
    // Behind the login modal nothing can be chosen.
    if (selectSessionOwner(store.getState()) === undefined) return;
    const size = sizes[which % sizes.length] ?? 0;
    const file = aFileOf(`TC042_S${String((chosen += 1)).padStart(6, '0')}_L01_ch01.tif`, size);
    world.keep(`acme/${KEY_PREFIX}/${file.name}`, file);
    store.dispatch(uploadRequested({ keyPrefix: KEY_PREFIX, files: [chosenFile(ports, file)] }));
  };
  const lose = (milliseconds: number, isKnown: boolean): void => {
    world.line.cut();
    if (isKnown) for (const { ports } of world.pages) ports.control.setOnline(false);
    world.later(milliseconds, () => {
      world.line.mend();
      if (world.line.isUp()) for (const { ports } of world.pages) ports.control.setOnline(true);
    });
  };

  /** Somebody turns to DevTools, and comes back to the page. */
  const travel = (page: Page, milliseconds: number, leave: TravelStep, comeBack: TravelStep): void => {
    const tools = openDevTools(page.made.store);
    leave(tools);
    world.later(milliseconds, () => {
      comeBack(tools);
      page.ports.control.returnToPage();
    });
  };

  return async ({ what, which, lasts }: Command): Promise<void> => {
    const [uploader] = world.pages;
    const page = world.pages[which % world.pages.length];
    if (uploader === undefined || page === undefined) return;
    const { store } = page.made;
    const dispatch = (action: Parameters<typeof store.dispatch>[0]) => store.dispatch(action);
    const own = selectOwnDownloads(store.getState());
    const id = own[which % Math.max(1, own.length)]?.id ?? 'none';
    const downsampled = which > 1;
    const does: Readonly<Record<Command['what'], () => unknown>> = {
      download: () =>
        dispatch(downloadRequested({ path: `acme/brains/TC00${which}`, title: `TC00${which}`, downsampled })),
      'download-files': () =>
        dispatch(downloadRequested({ path: [`acme/b/${which}`, 'acme/b/x'], title: '2 files', downsampled })),
      remove: () => dispatch(removeRequested({ id })),
      'cancel-download': () => dispatch(cancelRequested({ id })),
      'clear-all': () => dispatch(clearAllRequested()),
      'retry-download': () => dispatch(retryRequested({ id })),
      upload: () => choose(uploader, which),
      pause: () => uploader.made.store.dispatch(pauseRequested()),
      resume: () => uploader.made.store.dispatch(resumeRequested()),
      'cancel-uploads': () => uploader.made.store.dispatch(cancelUploadsRequested()),
      'retry-one': () => {
        const [failed = 'none'] = selectFailedIds(uploader.made.store.getState());
        uploader.made.store.dispatch(retryUploadsRequested({ id: failed }));
      },
      'retry-all': () => uploader.made.store.dispatch(retryUploadsRequested({})),
      reload: async () => {
        world.closePage(page);
        await world.openPage();
      },
      'open-tab': () => (world.pages.length < MOST_TABS ? world.openPage() : undefined),
      'close-tab': () => {
        if (world.pages.length > 1) world.closePage(page);
      },
      'return-to-page': () => page.ports.control.returnToPage(),
      offline: () => lose(lasts, true),
      'silent-outage': () => lose(lasts, false),
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
        travel(
          page,
          lasts,
          (tools) => tools.jumpToShare(which / 4),
          (tools) => tools.jumpToEnd(),
        ),
      lock: () =>
        travel(
          page,
          lasts,
          (tools) => tools.lock(true),
          (tools) => tools.lock(false),
        ),
    };
    world.script.note(what);
    await does[what]();
  };
}
