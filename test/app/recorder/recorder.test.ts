import type { UnknownAction } from '@reduxjs/toolkit';
import { DOWNLOAD_LIST_KEY } from '@data-manager/domain/constants';
import { parseRecording } from '../../../src/app/devtools/replay/parseRecording';
import { LOG_LIMITS } from '../../../src/app/recorder/chunkedLog';
import { loginFound, logoutRequested, sessionLost } from '../../../src/session/sessionSlice';
import * as downloads from '../../../src/transfers/downloads/downloadsSlice';
import * as history from '../../../src/transfers/history/historySlice';
import * as interrupted from '../../../src/transfers/interrupted/interruptedSlice';
import * as panel from '../../../src/transfers/panel/panelSlice';
import { saveRecordingRequested } from '../../../src/transfers/saveRecordingRequested';
import * as uploads from '../../../src/transfers/uploads/uploadsSlice';
import { createRecordedStore } from '../../replay/createRecordedStore';
import { replayText } from '../../replay/replayText';
import { aDownload, anOwner, anUploadFile, aReceipt, aSavedArchive } from '../../support/builders';
import { createFakePorts, FAKE_NOW_MS, signIn } from '../../support/fakePorts';
import { createFakeServer } from '../../support/fakeServer';
import { stopAfterTest } from '../../support/stopAfterTest';
import { pass } from '../../support/virtualTime';
import { aFile, createFakeStorage } from '../../transfers/uploads/fakeStorage';

beforeEach(() => {
  jest.useFakeTimers({ now: FAKE_NOW_MS });
});

/** Unique, so that a leak can be traced. */
let secrets = 0;
const aSecret = (): string => `MARKED${String((secrets += 1)).padStart(10, '0')}`;
const aLink = (): string => `https://files.test/${aSecret()}/a.zip?X-Amz-Signature=${aSecret()}&other=${aSecret()}`;

/** The secret values of a session. */
const aSecretSession = () => ({
  A_K: aSecret(),
  S_K: aSecret(),
  session_token: aSecret(),
  access_token: aSecret(),
  refresh_token: aSecret(),
});

async function openStore(overrides: Parameters<typeof createFakePorts>[0] = {}, limits = LOG_LIMITS) {
  const ports = createFakePorts(overrides);
  const session = signIn(ports, aSecretSession());
  const made = stopAfterTest(createRecordedStore(ports, limits));
  await made.rehydrated();
  return { ...made, ports, session, pass };
}

function actionsOf(text: string): readonly UnknownAction[] {
  const parsed = parseRecording(text);
  return parsed.ok ? parsed.value.actions : [];
}

describe('a recording', () => {
  it('contains no secret of any action', async () => {
    const { store, recording, session } = await openStore();
    const message = `refused ${session.access_token} at ${aLink()} with "session_token":"${aSecret()}"`;
    const failure = { kind: 'refused', status: 500, message } as const;
    const url = aLink();
    const archive = aSavedArchive({ url });
    const file = anUploadFile({ progress: { phase: 'failed', failure } });
    const every: Readonly<Record<string, UnknownAction>> = {
      downloadsRestored: downloads.downloadsRestored({ items: [aDownload({ phase: 'ready', url })] }),
      downloadQueued: downloads.downloadQueued({
        item: aDownload({ phase: 'preparing', id: 'd2', lastPollError: failure }),
      }),
      downloadStarted: downloads.downloadStarted({ id: 'd2', downloadId: 'r', url: aLink() }),
      startFailed: downloads.startFailed({ id: 'd2', failure }),
      pollFailed: downloads.pollFailed({ id: 'd2', failure }),
      downloadReady: downloads.downloadReady({ id: 'd2', url: aLink() }),
      downloadRequested: downloads.downloadRequested({ path: 'acme/a', title: message, downsampled: false }),
      archiveSavedAgain: history.archiveSavedAgain({ archive }),
      interruptedFound: interrupted.interruptedFound({
        files: [file],
        isReopenable: false,
        done: { files: 0, bytes: 0 },
        isElsewhere: false,
      }),
      filesQueued: uploads.filesQueued({ files: [{ ...file, id: 'f2' }] }),
      partRetried: uploads.partRetried({
        id: 'f2',
        partNumber: 1,
        tries: 1,
        waitMs: 1,
        failure: { ...failure, partNumber: 1 } as never,
      }),
      fileSetAside: uploads.fileSetAside({ id: 'f2', failure }),
      queuePaused: uploads.queuePaused({ fault: failure }),
      uploadRequested: uploads.uploadRequested({ keyPrefix: `a?token=${aSecret()}`, files: [] }),
      fileCompleted: uploads.fileCompleted({
        id: 'f2',
        receipt: { ...aReceipt(), parts: [], key: aLink() },
        uploadId: 'up-1',
        lastFile: true,
      }),
      notificationsRequested: panel.notificationsRequested({ wanted: false }),
      loginFound: loginFound({ ...anOwner(), access_token: aSecret() } as never),
    };
    for (const action of Object.values(every)) store.dispatch(action);
    const text = recording();
    for (const { type } of Object.values(every)) expect(actionsOf(text).map((action) => action.type)).toContain(type);
    expect(text).not.toContain('MARKED');
    expect(text).not.toContain(session.id_token);
  });

  it('contains no secret of any response', async () => {
    const storage = createFakeStorage();
    const link = aLink();
    storage.server.on('POST /download', { json: { ref: 'r', url: aLink() } });
    storage.server.on('POST /upload/start', { json: { uploadId: 'up-1', urls: [{ partNumber: 1, url: aLink() }] } });
    storage.server.on('GET /upload/urls', { json: [{ partNumber: 1, url: aLink() }] });
    storage.server.on('POST /upload/complete', { status: 500, json: { msg: `broken: Bearer ${aSecret()}` } });
    const storeOf = () => ({
      readAll: () => Promise.resolve(new Map<string, unknown>([['bad', { secretToken: aSecret(), note: aLink() }]])),
      read: () => Promise.resolve(undefined),
      put: () => Promise.reject(new Error(`refused for ${link}`)),
      remove: () => Promise.resolve(true),
    });
    const { store, ports, recording, pass } = await openStore({
      ...storage.ports,
      records: storeOf,
      putPart: () => Promise.resolve({ kind: 'answered', status: 200, etag: aLink() }),
    });
    const file = aFile('a.tif', 1);
    store.dispatch(
      uploads.uploadRequested({
        keyPrefix: 'p',
        files: [
          {
            id: ports.files.add(file),
            name: 'a.tif',
            size: 1,
            lastModified: file.lastModified,
            webkitRelativePath: '',
          },
        ],
      }),
    );
    store.dispatch(downloads.downloadRequested({ path: 'acme/a', title: 'a', downsampled: false }));
    await pass(60_000);
    const text = recording();
    expect(text).toContain('"label":"putPart"');
    expect(text).toContain('"kind":"rejected"');
    expect(text).toContain('saveToDisk');
    expect(text).not.toContain('MARKED');
  });

  it('contains no secret of the stored list of downloads, of messages from other tabs or of toasts', async () => {
    const { store, ports, recording, stop } = await openStore();
    const listener = ports.page.onReturn(() => undefined);
    listener();
    ports.toast(`not recorded ${aSecret()}`, 'info');
    const items = [{ ...aDownload({ phase: 'ready', url: aLink() }), id: 'x' }];
    ports.localStorage.set(DOWNLOAD_LIST_KEY, JSON.stringify({ items: JSON.stringify(items), _persist: aLink() }));
    stop();
    const next = stopAfterTest(createRecordedStore(ports));
    await next.rehydrated();
    store.dispatch(downloads.clearAllRequested({ ids: [] }));
    await pass(60_000);
    for (const text of [recording(), next.recording()]) expect(text).not.toContain('MARKED');
    expect(next.recording()).toContain('localStorage.get');
  });

  it('contains the actions of the transfers and of no other slice', async () => {
    const server = createFakeServer({ 'GET /project': { json: { projects: [] } } });
    const { recording, pass } = await openStore({ fetch: server.fetch });
    await pass(1_000);
    const types = actionsOf(recording()).map(({ type }) => type.split('/')[0]);
    expect(new Set(types)).toEqual(new Set(['session', 'downloads', 'interrupted']));
  });

  it('names the build that made it', async () => {
    const { recording } = await openStore();
    expect(parseRecording(recording())).toMatchObject({ value: { build: '0.0.0+test' } });
  });

  it('distinguishes the actions of the page and of the sagas', async () => {
    const { store, recording, pass } = await openStore();
    store.dispatch(downloads.clearAllRequested({ ids: [] }));
    store.dispatch(logoutRequested());
    await pass(1_000);
    const parsed = parseRecording(recording());
    const entries = parsed.ok ? parsed.value.log.filter((entry) => entry.kind === 'action') : [];
    const sources = new Map(entries.map(({ action, by }) => [action.type, by]));
    expect(sources.get(downloads.clearAllRequested.type)).toBe('page');
    expect(sources.get(sessionLost.type)).toBe('sagas');
    expect(sources.get(downloads.queueCleared.type)).toBe('sagas');
  });

  it('contains the latest actions and the state before them, which a replay checks without the sagas', async () => {
    const { store, recording } = await openStore({}, { ...LOG_LIMITS, chunkEntries: 100, keptBytes: 30_000 });
    for (let times = 0; times < 500; times += 1) store.dispatch(panel.collapseToggled());
    const text = recording();
    const kept = actionsOf(text).length;
    expect(kept).toBeGreaterThan(100);
    expect(kept).toBeLessThan(400);
    const { code, lines } = await replayText(text);
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/, after \d+ older ones\.$/);
    expect(lines).toContain('✓ The reducers reach the recorded state.');
    expect(lines.at(-1)).toMatch(
      /^– The sagas were not run: the recording lacks results from the beginning of the page/,
    );
  });
});

describe('saveRecordingRequested', () => {
  it('saves a file and shows a toast with what it contains', async () => {
    const { store, ports } = await openStore();
    store.dispatch(saveRecordingRequested());
    expect(ports.recorded.texts.map(({ fileName, mediaType }) => [fileName, mediaType])).toEqual([
      ['transfers-2030-01-02T03-04-05.json', 'application/json'],
    ]);
    expect(ports.recorded.toasts.at(-1)).toEqual({
      text: 'Transfer recording saved. It contains names of people, folders and files, but no tokens, links or file contents.',
      severity: 'info',
    });
    const text = ports.recorded.texts[0]?.text ?? '';
    expect(text).toContain('"payload"');
    expect(actionsOf(text).map(({ type }) => type)).not.toContain(saveRecordingRequested.type);
  });
});
