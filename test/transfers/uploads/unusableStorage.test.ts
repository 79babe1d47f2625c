import { failureNotice } from '@data-manager/domain/failures/failureText';
import { resumeRequested, retryRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { createReplayedPages } from '../../replay/expectToReplay';
import { aFile, bytesOfParts, type PutFault } from './fakeStorage';
import { openUploadPage, type UploadPage } from './openUploadPage';

/** The responses of an API and a storage without disk space. */
const FULL_DISK = { status: 507, json: { msg: 'The server has no disk space left for this.', code: 'DISK_FULL' } };
const FULL_STORAGE: PutFault = { kind: 'answered', status: 507, etag: null };
/** A storage that does not respond: it is down, the network is down, or its CORS rules block the page. */
const SILENT = { kind: 'unreachable' } as const;
const silence = (tries: number): PutFault[] => Array.from({ length: tries }, () => SILENT);

const pages = createReplayedPages();
const visit = () => openUploadPage(pages);

describe('an unusable storage', () => {
  it('fails the file as url-refused if it responds with 403', async () => {
    const { upload, files, pass, failPart, toasts } = await visit();
    const refused = { kind: 'answered', status: 403, etag: null } as const;
    failPart(1, refused, refused, refused, refused);
    upload(aFile('a.tif', 10));
    await pass(60_000);
    expect(files()).toMatchObject([{ progress: { phase: 'failed', failure: { kind: 'url-refused', partNumber: 1 } } }]);
    expect(toasts()).toEqual(['Error uploading file.']);
  });

  it('fails the file after all retries, each with a new URL, if the API is reachable', async () => {
    const { upload, operations, files, pass, failPart, toasts, story } = await visit();
    failPart(1, ...silence(4));
    upload(aFile('a.tif', 10));
    await pass(60_000);
    expect(operations).toEqual([
      'start a.tif',
      ...['urls 1', 'PUT 1', 'urls 1', 'PUT 1', 'urls 1', 'PUT 1', 'urls 1', 'PUT 1', 'urls 1'],
    ]);
    expect(files()).toMatchObject([
      { progress: { phase: 'failed', failure: { kind: 'storage-unreachable', partNumber: 1 } } },
    ]);
    expect(toasts()).toEqual(['Error uploading file.']);
    expect(story()).not.toContain('uploads/waitingStarted');
  });

  it.each<[string, PutFault]>([
    ['is unreachable', SILENT],
    ['refuses even new URLs', { kind: 'answered', status: 403, etag: null }],
    ['refuses every part', { kind: 'answered', status: 507, etag: null }],
    ['stalls', { kind: 'stalled' }],
    ['hides the ETag', { kind: 'answered', status: 200, etag: null }],
    ['returns ETags that are not hashes', 'constant-etag'],
  ])('fails one file and pauses the queue until the user resumes it if it %s', async (_, fault) => {
    const { upload, store, operations, files, pass, failPart, toasts, state } = await visit();
    failPart(1, ...Array.from({ length: 99 }, () => fault));
    upload(...['a', 'b', 'c', 'd'].map((name) => aFile(name, 1)));
    await pass(600_000);
    expect(files().map(({ progress }) => progress.phase)).toEqual(['failed', 'waiting', 'waiting', 'waiting']);
    expect(state()).toMatchObject({ status: { kind: 'paused', fault: expect.anything() as unknown } });
    expect(toasts()).toEqual([
      'Error uploading file.',
      expect.stringMatching(
        /^The upload is paused: the storage does not accept files\. .* Press Resume to try again\.$/,
      ),
    ]);
    operations.length = 0;
    store.dispatch(resumeRequested());
    await pass(600_000);
    expect(operations.filter((one) => one.startsWith('start'))).toEqual([]);
    expect(files().map(({ progress }) => progress.phase)).toEqual(['failed', 'waiting', 'waiting', 'waiting']);
    failPart(1);
    store.dispatch(resumeRequested());
    expect(toasts()).toEqual(['Error uploading file.']);
    store.dispatch(retryRequested({}));
    expect(toasts()).toEqual([]);
    await pass(60_000);
    expect(files()).toEqual([]);
    expect(state().status.kind).toBe('running');
  });

  it.each<[string, (at: UploadPage) => void, readonly string[]]>([
    [
      'while sending a part',
      ({ failPart }) => failPart(2, ...Array.from({ length: 4 }, () => FULL_STORAGE)),
      ['urls 2', 'PUT 2', 'complete a.tif up-1'],
    ],
    ['while completing', ({ answer }) => answer('complete', FULL_DISK), ['complete a.tif up-1']],
  ])('shows a full disk in the row and resumes from there (%s)', async (_, script, rest) => {
    const page = await visit();
    const { upload, store, operations, files, pass, toasts } = page;
    script(page);
    upload(aFile('a.tif', bytesOfParts(2)));
    await pass(60_000);
    const [file] = files();
    const progress = file?.progress;
    expect(progress?.phase === 'failed' && failureNotice(progress.failure).text).toMatch(/no (disk )?space left/);
    expect(toasts()[0]).toBe('Error uploading file.');
    operations.length = 0;
    store.dispatch(retryRequested({}));
    await pass(60_000);
    expect(operations).toEqual(rest);
    expect(files()).toEqual([]);
    expect(toasts()).toEqual([]);
  });

  it('keeps the toast about failed files until the last one is retried', async () => {
    const { upload, store, files, pass, answer, toasts } = await visit();
    answer('start', ...Array.from({ length: 2 }, () => ({ status: 409, json: { msg: 'no' } })));
    upload(aFile('a.tif', 1), aFile('b.tif', 1));
    await pass(60_000);
    const ids = files().map(({ id }) => id);
    expect(ids).toHaveLength(2);
    store.dispatch(retryRequested({ id: ids[0] ?? 'none' }));
    await pass(60_000);
    expect(toasts()).toEqual(['Error uploading file.', 'Error uploading file.']);
    store.dispatch(retryRequested({ id: ids[1] ?? 'none' }));
    expect(toasts()).toEqual([]);
    await pass(60_000);
    expect(files()).toEqual([]);
  });

  it('fails one file and pauses the queue if its disk is full at the start', async () => {
    const { upload, store, operations, files, pass, answer, toasts } = await visit();
    answer('start', ...Array.from({ length: 99 }, () => FULL_DISK));
    upload(...['a', 'b', 'c', 'd'].map((name) => aFile(name, 1)));
    await pass(600_000);
    expect(operations).toEqual(['start a', 'start b']);
    expect(files().map(({ progress }) => progress.phase)).toEqual(['failed', 'waiting', 'waiting', 'waiting']);
    expect(toasts().at(-1)).toMatch(/^The upload is paused: .*no disk space left.* Press Resume to try again\.$/);
    answer('start');
    store.dispatch(resumeRequested());
    store.dispatch(retryRequested({}));
    await pass(60_000);
    expect(files()).toEqual([]);
  });

  it('does not pause the queue if it accepted a part of the next file', async () => {
    const { upload, files, pass, failPart, state } = await visit();
    const refusal = { kind: 'answered', status: 200, etag: null } as const;
    failPart(2, refusal, refusal);
    upload(aFile('a.tif', bytesOfParts(2)), aFile('b.tif', bytesOfParts(2)), aFile('c.tif', 1));
    await pass(60_000);
    expect(files().map(({ progress }) => progress.phase)).toEqual(['failed', 'failed']);
    expect(state().status.kind).toBe('running');
  });

  it('does not pause the queue if the same file fails again', async () => {
    const { upload, store, files, pass, failPart, state } = await visit();
    failPart(1, ...silence(8));
    upload(aFile('a.tif', 1));
    await pass(60_000);
    store.dispatch(retryRequested({}));
    await pass(60_000);
    expect(files()).toMatchObject([{ progress: { phase: 'failed' } }]);
    expect(state().status.kind).toBe('running');
  });
});
