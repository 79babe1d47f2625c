import type { UnknownAction } from '@reduxjs/toolkit';
import { matchFiles } from '@data-manager/domain/compare/comparedFiles';
import { assessCompleteness, sectionImages } from '@data-manager/domain/completeness/completeness';
import { completenessFindings } from '@data-manager/domain/completeness/completenessFindings';
import { createGapMarker } from '@data-manager/domain/completeness/gapMarks';
import { stackSections } from '@data-manager/domain/completeness/sectionStack';
import {
  fileItem,
  hasGrown,
  NOTHING_LISTED,
  withPage,
  type FileEntry,
  type FileListing,
} from '@data-manager/domain/listing/fileListing';
import { viewFolder } from '@data-manager/domain/listing/folderView';
import { listFacets } from '@data-manager/domain/listing/listQuery';
import { foldNames, searchList } from '@data-manager/domain/listing/listSearch';
import { readMosaic } from '@data-manager/domain/mosaic/mosaicReader';
import { formatFileName } from '@data-manager/domain/names/grammar';
import { newUpload, type UploadFile } from '@data-manager/domain/uploads/upload';
import { forecastFolders } from '@data-manager/domain/uploads/uploadForecast';
import { createRowChecker } from '../src/features/preflight/checkRows';
import { createRowKeyer, type ChosenRow } from '../src/features/preflight/rows';
import { loginFound, sessionReducer } from '../src/session/sessionSlice';
import { transferReducer } from '../src/transfers/transferReducers';
import { selectUploadsSummary } from '../src/transfers/uploads/uploadsSelectors';
import {
  completionSent,
  fileCompleted,
  filesQueued,
  partUploaded,
  progressSampled,
  startSent,
  uploadsReducer,
  uploadStarted,
} from '../src/transfers/uploads/uploadsSlice';
import { replayReducers } from '../test/replay/replayReducers';
import { aReceipt } from '../test/support/builders';
import { runReader } from '../test/support/runReader';
import { mosaicText } from './mosaicText';

/** A workload whose time must not grow much faster than its size. */
export interface GrowingWork {
  readonly name: string;
  /** The usual number of items. */
  readonly size: number;
  /** Creates the input, and returns the function to measure, until its promise settles if it returns one. */
  readonly prepare: (size: number) => () => unknown;
}

const ROOT = 'acme/brains/TC042';
const CHANNELS = 4;
const PAGE = 1_000;
/** A prime number, whose multiples visit the positions of a list in an irregular order. */
const STRIDE = 7_919;
const OWNER = { sponsorId: 'acme', userId: 'user-1', isAdmin: false };

export const GROWING_WORKS: readonly GrowingWork[] = [
  {
    name: 'a list of files in pages',
    size: 100_000,
    prepare: (size) => {
      const entries = entriesOf(size);
      return () => showPages(entries);
    },
  },
  {
    name: 'sorting a list of files',
    size: 20_000,
    prepare: (size) => {
      const loading = withPage(NOTHING_LISTED, [shuffled(entriesOf(size))], 'next');
      return () => withPage(loading, [], undefined);
    },
  },
  {
    name: 'searching a list of files',
    size: 100_000,
    prepare: (size) => {
      const items = entriesOf(size).map(fileItem);
      return () => {
        const names = foldNames(items);
        for (const text of ['s', 's0', 's00', 's001 ch02']) searchList(items, names, text);
      };
    },
  },
  {
    name: 'completeness and preview of a dataset',
    size: 100_000,
    prepare: (size) => {
      // Every seventh image is missing, so that the number of gaps grows as well.
      const items = entriesOf(size)
        .map(fileItem)
        .filter((_, index) => index % 7 !== 3);
      const expected = { sections: size / CHANNELS, channels: [1, 2, 3, 4] };
      return () => {
        const completeness = assessCompleteness(sectionImages(items), expected);
        if (completeness !== undefined) completenessFindings(completeness);
        stackSections(items);
      };
    },
  },
  {
    name: 'checking chosen files',
    size: 10_000,
    prepare: (size) => {
      const rows = chosenRows(size);
      return () => checkChosen(rows);
    },
  },
  {
    name: 'a progress update of the queue',
    size: 10_000,
    prepare: (size) => {
      const state = startFirst(queueOf(size));
      summarize(state);
      return () => summarize(uploadsReducer(state, progressSampled({ id: '0', inFlight: { 1: 1 } })));
    },
  },
  {
    name: 'an upload of many files',
    size: 2_000,
    prepare: (size) => {
      const queue = queueOf(size);
      const events = filesOf(size).flatMap(eventsOf);
      return () => void events.reduce<UploadsState>(uploadsReducer, queue);
    },
  },
  {
    name: 'replaying the upload of many files',
    size: 1_000,
    prepare: (size) => {
      const before = transferReducer(undefined, { type: 'begun' });
      const files = filesOf(size);
      const actions = [filesQueued({ files }), ...files.flatMap(eventsOf)];
      return () => void replayReducers({ before, actions });
    },
  },
  {
    name: 'comparing a folder with a dataset by name',
    size: 20_000,
    prepare: (size) => {
      const listing = listingOf(entriesOf(size));
      const chosen = chosenRows(size);
      return () => matchFiles(chosen, listing, ROOT, () => Promise.resolve());
    },
  },
  {
    name: 'reading a mosaic',
    size: 100_000,
    prepare: (size) => {
      const bytes = new TextEncoder().encode(mosaicText(size));
      return () => runReader(readMosaic(bytes.length), bytes);
    },
  },
];

/** Shows a list as often as the app does while its pages arrive. */
function showPages(entries: readonly FileEntry[]): void {
  let listing = NOTHING_LISTED;
  let shown = NOTHING_LISTED;
  for (let start = 0; start < entries.length; start += PAGE) {
    const end = start + PAGE;
    listing = withPage(listing, [entries.slice(start, end)], end < entries.length ? 'next' : undefined);
    if (end < entries.length && !hasGrown(listing, shown)) continue;
    shown = listing;
    listFacets(viewFolder(listing, ROOT, []).inside);
  }
}

function checkChosen(chosen: readonly ChosenRow[]): void {
  const rows = createRowKeyer({ sponsorId: 'acme', keyPrefix: 'brains/TC042' })(chosen);
  const serverFiles = new Map<string, FileEntry>();
  const totals = () => chosen.length;
  const forecasts = forecastFolders(rows, serverFiles, [], totals);
  createRowChecker()(rows, {
    serverFiles,
    totals,
    markGaps: createGapMarker(forecasts),
    findForeign: () => undefined,
  });
}

type UploadsState = ReturnType<typeof uploadsReducer>;

function filesOf(size: number): readonly UploadFile[] {
  return Array.from({ length: size }, (_, index) => {
    const file = { id: String(index), name: nameAt(index), size: 1_000, lastModified: 0, webkitRelativePath: '' };
    return newUpload(file, 'brains/TC042', OWNER);
  });
}

function queueOf(size: number): UploadsState {
  return uploadsReducer(undefined, filesQueued({ files: filesOf(size) }));
}

function startFirst(state: UploadsState): UploadsState {
  return startOf('0').reduce<UploadsState>(uploadsReducer, state);
}

function startOf(id: string): readonly UnknownAction[] {
  return [startSent({ id }), uploadStarted({ id, uploadId: 'up', at: 0 })];
}

/** Returns the events of a file, from the first to the last one. */
function eventsOf({ id }: UploadFile): readonly UnknownAction[] {
  return [
    ...startOf(id),
    partUploaded({ id, part: { partNumber: 1, etag: 'e', md5: 'e' } }),
    completionSent({ id }),
    fileCompleted({ id, receipt: { ...aReceipt({ id }), parts: [] }, uploadId: 'up', lastFile: false }),
  ];
}

const session = sessionReducer(undefined, loginFound(OWNER));

function summarize(uploads: UploadsState): void {
  selectUploadsSummary({ uploads, session });
}

/** The entries as `JSON.parse` returns them: names that were put together are slower to read the first time. */
function entriesOf(size: number): readonly FileEntry[] {
  const entries = Array.from({ length: size }, (_, index) => ({
    key: `${ROOT}/${nameAt(index)}`,
    size: 1_000 + index,
  }));
  return JSON.parse(JSON.stringify(entries)) as readonly FileEntry[];
}

function chosenRows(size: number): readonly ChosenRow[] {
  return Array.from({ length: size }, (_, index) => ({
    id: String(index),
    identity: nameAt(index),
    file: new File([], nameAt(index)),
    relativePath: '',
    size: 1_000,
    lastModified: 0,
  }));
}

function nameAt(index: number): string {
  const section = (Math.floor(index / CHANNELS) % 999_999) + 1;
  return formatFileName({ dataset: 'TC042', section, channel: (index % CHANNELS) + 1 });
}

function listingOf(entries: readonly FileEntry[]): FileListing {
  const pieces: (readonly FileEntry[])[] = [];
  for (let start = 0; start < entries.length; start += PAGE) pieces.push(entries.slice(start, start + PAGE));
  return withPage(NOTHING_LISTED, pieces, undefined);
}

function shuffled(entries: readonly FileEntry[]): readonly FileEntry[] {
  return entries.map((entry, index) => entries[(index * STRIDE) % entries.length] ?? entry);
}
