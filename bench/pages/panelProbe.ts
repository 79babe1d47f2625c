import { medianOf } from '../report';
import { findStore, isRecord, type WatchedStore } from '../watchedStore';

/*
 * Runs in the real app: fills its queues by dispatching events, without requests, and times progress updates.
 */

const DOWNLOADS = 100;
const TICKS = 60;
/** Updates that are not measured, so that the code is optimized. */
const WARM_UP_TICKS = 20;
const ACTIVE = 'file-1';
const PREPARING = 'archive-1';
const PARTS = 1_600;
/** Ten seconds at 60 frames per second. */
const MOST_FRAMES = 600;
const OWNER = { sponsorId: 'acme', userId: 'user-1' };

/** Median cost of an update, and the size of the document. */
interface PanelSeen {
  /** Time in reducers, sagas and selectors, ms. */
  readonly storeMs: number;
  /** Time in rendering and layout, ms. */
  readonly drawMs: number;
  readonly rows: number;
}

/** Returns a file of 100 GiB. */
function fileOf(index: number): object {
  const name = `TC042_S${String(index).padStart(6, '0')}_L01_ch01.tif`;
  return {
    ...{ id: `file-${index}`, name, key: `acme/bench/${name}`, webkitRelativePath: '', ...OWNER },
    ...{ size: PARTS * 64 * 1024 ** 2, lastModified: 0, retries: 0, progress: { phase: 'waiting' } },
  };
}

function archiveOf(index: number): object {
  const path = `acme/bench/TC${index}`;
  return {
    ...{
      id: `archive-${index}`,
      path,
      title: `TC${index}`,
      zipFileName: `TC${index}.zip`,
      downsampled: false,
      ...OWNER,
    },
    ...(index === 1 ? { phase: 'preparing', downloadId: 'ref-1' } : { phase: 'queued' }),
  };
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Checks a condition once a frame until it is true. */
async function until(what: string, isSo: () => boolean): Promise<void> {
  for (let frame = 0; !isSo(); frame += 1) {
    if (frame === MOST_FRAMES) throw new Error(`Timed out waiting until ${what}.`);
    await new Promise(requestAnimationFrame);
  }
}

/** The sagas of the transfers start once the stored list of downloads is read. */
function hasTransfers(): boolean {
  const state = findStore().getState();
  return isRecord(state) && isRecord(state.downloads) && JSON.stringify(state.downloads).includes('"rehydrated":true');
}

function hasFailedFile(): boolean {
  const state = findStore().getState();
  return isRecord(state) && JSON.stringify(state.uploads).includes('"phase":"failed"');
}

function isTabShown(tab: string): boolean {
  const chosen = document.querySelector('section[aria-label=Transfers] [role=tab][aria-selected=true]');
  return chosen?.textContent.toLowerCase().startsWith(tab) === true && rowsShown().length > 0;
}

/** Queues the given number of uploads, one of them active, and 100 downloads, one of them being prepared. */
async function fillQueues(uploads: number): Promise<void> {
  const { dispatch } = findStore();
  await until('the transfers have started', hasTransfers);
  // The first file does not exist, so it fails. Then the queue can be paused before the next one starts.
  dispatch({ type: 'uploads/filesQueued', payload: { files: [{ ...fileOf(0), size: 1 }] } });
  await until('the file has failed', hasFailedFile);
  // By now the stored list is restored, which would replace this one.
  dispatch({ type: 'downloads/downloadsRestored', payload: { items: numbers(DOWNLOADS).map(archiveOf) } });
  dispatch({ type: 'uploads/pauseRequested' });
  dispatch({ type: 'uploads/queuePaused' });
  dispatch({ type: 'uploads/filesQueued', payload: { files: numbers(uploads).map(fileOf) } });
  dispatch({ type: 'uploads/startSent', payload: { id: ACTIVE } });
  dispatch({ type: 'uploads/uploadStarted', payload: { id: ACTIVE, uploadId: 'up', at: 0 } });
}

/**
 * Dispatches one update: progress of six parts of a file and of one archive. The archive's event renders all of it
 * immediately.
 */
function tick({ dispatch }: WatchedStore, at: number): void {
  const inFlight = Object.fromEntries(numbers(6).map((part) => [part, at * 1_000_000 + part]));
  dispatch({ type: 'uploads/progressSampled', payload: { id: ACTIVE, inFlight } });
  dispatch({
    type: 'downloads/progressReceived',
    payload: { id: PREPARING, totalSize: TICKS + WARM_UP_TICKS, completedSize: at },
  });
}

/** Returns the text of the panel and the widths of its progress bars. */
function panelText(): string {
  return document.querySelector('section[aria-label=Transfers]')?.innerHTML ?? '';
}

function rowsShown(): readonly Element[] {
  return [...document.querySelectorAll('section[aria-label=Transfers] [role=tabpanel] li')];
}

/** Runs one update a frame with a tab open until the medians are stable. */
async function watchTicks(tab: 'uploads' | 'downloads'): Promise<PanelSeen> {
  const store = findStore();
  store.dispatch({ type: 'panel/tabChosen', payload: { tab } });
  await until(`the tab of ${tab} is shown`, () => isTabShown(tab));
  const storeMs: number[] = [];
  const drawMs: number[] = [];
  const shown = new Set<string>();
  for (const at of numbers(WARM_UP_TICKS + TICKS)) {
    await new Promise(requestAnimationFrame);
    const begun = performance.now();
    tick(store, at);
    const stored = performance.now();
    // React renders in a microtask. Reading the size forces the layout.
    await Promise.resolve();
    await Promise.resolve();
    const height = document.body.offsetHeight;
    const drawn = performance.now();
    shown.add(`${height} ${panelText()}`);
    if (at <= WARM_UP_TICKS) continue;
    storeMs.push(stored - begun);
    drawMs.push(drawn - stored);
  }
  if (shown.size < TICKS) throw new Error(`Of ${TICKS} ticks ${shown.size} were drawn.`);
  return { storeMs: medianOf(storeMs), drawMs: medianOf(drawMs), rows: rowsShown().length };
}

Object.assign(window, { fillQueues, watchTicks });
