import { runSaga, type Saga } from 'redux-saga';
import { fileRecord, tallyKey, type TallyRecord } from '../../../src/domain/uploads/resumeRecords';
import type { UploadFile } from '../../../src/domain/uploads/upload';
import type { HashPartResult } from '../../../src/platform/ports';
import { loginFound, sessionReducer } from '../../../src/session/sessionSlice';
import { hasSameContent } from '../../../src/transfers/hasSameContent';
import { discardInterrupted } from '../../../src/transfers/interrupted/discardInterrupted';
import { findInterrupted } from '../../../src/transfers/interrupted/findInterrupted';
import {
  interruptedFound,
  interruptedReducer,
  type SelectionResult,
} from '../../../src/transfers/interrupted/interruptedSlice';
import { reopenInterrupted, resumeInterrupted } from '../../../src/transfers/interrupted/resumeInterrupted';
import { anOwner, anUploadFile } from '../../support/builders';
import { createFakeExtra } from '../../support/createApiStore';
import { createFakeServer, type FakeAnswer } from '../../support/fakeServer';

const ORIGIN = { tab: 'gone', queuedAt: 1, place: 0 };
const TALLY: TallyRecord = { kind: 'tally', tab: 'gone', sponsorId: 'acme', userId: 'user-1', done: 3, bytes: 30 };

/** Runs single sagas of the resume store for a signed-in user with interrupted files. */
function aPage(files: readonly UploadFile[] = [], cancelAnswer: FakeAnswer = { json: {} }) {
  const server = createFakeServer({ 'DELETE /upload/cancel': cancelAnswer });
  const extra = createFakeExtra(server);
  const found = { files, isReopenable: false, done: { files: 0, bytes: 0 }, isElsewhere: false };
  let state = {
    session: sessionReducer(undefined, loginFound(anOwner())),
    interrupted: interruptedReducer(undefined, interruptedFound(found)),
    uploads: { files: [] },
  };
  const dispatched: { readonly type: string; readonly payload?: unknown }[] = [];
  return {
    ...extra,
    dispatched,
    signInAs: (userId: string) => {
      state = { ...state, session: sessionReducer(undefined, loginFound(anOwner({ userId }))) };
    },
    run: <Step extends Saga>(step: Step, ...args: Parameters<Step>): Promise<unknown> =>
      runSaga(
        {
          context: { ...extra },
          getState: () => state,
          dispatch: (action: { readonly type: string }) => void dispatched.push(action),
        },
        step,
        ...args,
      ).toPromise(),
  };
}

function aStartedFile(id: string): UploadFile {
  const parts = [{ partNumber: 1, etag: 'e', md5: 'e' }];
  return anUploadFile({
    id,
    name: `${id}.tif`,
    progress: { phase: 'waiting', session: { uploadId: `up-${id}`, parts } },
  });
}

describe('findInterrupted', () => {
  it('deletes the count of completed files when no file is left', async () => {
    const { ports, run } = aPage();
    const records = ports.records('upload-journal');
    await records.put([[tallyKey(TALLY), TALLY]]);
    await run(findInterrupted, 'own', new Set<string>());
    expect(await records.readAll()).toEqual(new Map());
  });

  it('keeps the count of completed files while some files are left', async () => {
    const { ports, run } = aPage();
    const records = ports.records('upload-journal');
    const file = anUploadFile();
    await records.put([
      [tallyKey(TALLY), TALLY],
      [file.id, fileRecord(file, ORIGIN)],
    ]);
    await run(findInterrupted, 'own', new Set<string>());
    expect([...((await records.readAll())?.keys() ?? [])]).toEqual([file.id, tallyKey(TALLY)]);
  });

  it('returns the files in the order in which they were queued', async () => {
    const { ports, run, dispatched } = aPage();
    const files = ['c', 'a', 'b'].map((id) => anUploadFile({ id }));
    await ports
      .records('upload-journal')
      .put(files.map((file, place) => [file.id, fileRecord(file, { ...ORIGIN, place })] as const));
    await run(findInterrupted, 'own', new Set<string>());
    expect(dispatched).toMatchObject([{ payload: { files: [{ id: 'c' }, { id: 'a' }, { id: 'b' }] } }]);
  });

  it('reports nothing if another user signs in while it reads', async () => {
    const { ports, run, signInAs, dispatched } = aPage();
    const file = anUploadFile();
    await ports.records('upload-journal').put([[file.id, fileRecord(file, ORIGIN)]]);
    const search = run(findInterrupted, 'own', new Set<string>());
    signInAs('user-2');
    await search;
    expect(dispatched).toEqual([]);
  });
});

describe('discardInterrupted', () => {
  it('calls an unreachable server only once', async () => {
    const { run, server, dispatched } = aPage(
      [aStartedFile('a'), aStartedFile('b'), anUploadFile({ id: 'c' })],
      'unreachable',
    );
    await run(discardInterrupted);
    expect(server.story()).toEqual(['DELETE /upload/cancel']);
    expect(dispatched.at(-1)).toMatchObject({ type: 'interrupted/filesDiscarded', payload: { ids: ['c'] } });
  });
});

describe('resuming interrupted files', () => {
  const resultOf = (dispatched: readonly { readonly payload?: unknown }[]) =>
    dispatched.at(-1)?.payload as SelectionResult;

  it('does not count a deleted file as one that the browser was not allowed to open', async () => {
    const files = [anUploadFile({ id: 'a' }), anUploadFile({ id: 'b' })];
    const { ports, run, dispatched } = aPage(files);
    Object.assign(ports, {
      reopenFiles: () =>
        Promise.resolve(
          new Map([
            ['a', { kind: 'missing' }],
            ['b', { kind: 'forbidden' }],
          ] as const),
        ),
    });
    const handles = new Map([
      ['a', {}],
      ['b', {}],
    ]);
    await run(reopenInterrupted, { handles, tallyKeys: [] });
    expect(resultOf(dispatched)).toMatchObject({ forbidden: 1, refused: [{ id: 'a' }] });
  });

  it('keeps resumed files in the registry and releases the others', async () => {
    const file = anUploadFile({ id: 'a', size: 1, lastModified: 5 });
    const { ports, run, dispatched } = aPage([file]);
    const chosen = [file.name, 'other.tif'].map((name) => {
      const source = new File(['x'], name, { lastModified: 5 });
      return { id: ports.files.add(source), name, size: 1, lastModified: 5, webkitRelativePath: '' };
    });
    await run(resumeInterrupted, chosen, { tallyKeys: [] });
    expect(resultOf(dispatched)).toMatchObject({ resumed: 1, foreign: 1 });
    expect(ports.files.get('a')?.name).toBe(file.name);
    expect(chosen.map(({ id }) => ports.files.get(id))).toEqual([undefined, undefined]);
  });
});

describe('hasSameContent', () => {
  const source = new File(['x'], 'a.tif');

  async function isSame(result: HashPartResult): Promise<unknown> {
    const { ports, run } = aPage();
    Object.assign(ports, { hashPart: () => Promise.resolve(result) });
    return run(hasSameContent, aStartedFile('a'), source);
  }

  it('compares the MD5 of the last uploaded part', async () => {
    expect(await isSame({ kind: 'hashed', md5: 'e', bytes: 1 })).toBe(true);
    expect(await isSame({ kind: 'hashed', md5: 'f', bytes: 1 })).toBe(false);
  });

  it('is true if the file can’t be read: the upload will report why', async () => {
    expect(await isSame({ kind: 'unreadable' })).toBe(true);
  });
});
