import { runSaga, type Saga } from 'redux-saga';
import { fileRecord, tallyKey, type TallyRecord } from '../../../src/domain/uploads/resumeRecords';
import type { UploadFile } from '../../../src/domain/uploads/upload';
import type { HashPartResult } from '../../../src/platform/ports';
import { loginFound, sessionReducer } from '../../../src/session/sessionSlice';
import { discardInterrupted } from '../../../src/transfers/interrupted/discardInterrupted';
import { findInterrupted } from '../../../src/transfers/interrupted/findInterrupted';
import { hasSameContent } from '../../../src/transfers/interrupted/hasSameContent';
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
const TALLY: TallyRecord = { kind: 'tally', tab: 'gone', sponsorId: 'acme', userId: 'user-1', done: 3 };

/** One step of the journal, over the files that were interrupted, for somebody who is signed in. */
function aPage(files: readonly UploadFile[] = [], cancelAnswer: FakeAnswer = { json: {} }) {
  const server = createFakeServer({ 'DELETE /upload/cancel': cancelAnswer });
  const extra = createFakeExtra(server);
  const found = { files, isReopenable: false, done: 0, isElsewhere: false };
  let state = {
    session: sessionReducer(undefined, loginFound(anOwner())),
    interrupted: interruptedReducer(undefined, interruptedFound(found)),
    uploads: { files: [] },
  };
  const told: { readonly type: string; readonly payload?: unknown }[] = [];
  return {
    ...extra,
    told,
    signInAs: (userId: string) => {
      state = { ...state, session: sessionReducer(undefined, loginFound(anOwner({ userId }))) };
    },
    run: <Step extends Saga>(step: Step, ...args: Parameters<Step>): Promise<unknown> =>
      runSaga(
        {
          context: { ...extra },
          getState: () => state,
          dispatch: (action: { readonly type: string }) => void told.push(action),
        },
        step,
        ...args,
      ).toPromise(),
  };
}

function begun(id: string): UploadFile {
  const parts = [{ partNumber: 1, etag: 'e', md5: 'e' }];
  return anUploadFile({
    id,
    name: `${id}.tif`,
    progress: { phase: 'waiting', session: { uploadId: `up-${id}`, parts } },
  });
}

describe('looking at the journal', () => {
  it('forgets how many files of an upload were done once none of it is left', async () => {
    const { ports, run } = aPage();
    const records = ports.records('upload-journal');
    await records.put([[tallyKey(TALLY), TALLY]]);
    await run(findInterrupted, 'own');
    expect(await records.readAll()).toEqual(new Map());
  });

  it('keeps that number while some of the upload is left', async () => {
    const { ports, run } = aPage();
    const records = ports.records('upload-journal');
    const file = anUploadFile();
    await records.put([
      [tallyKey(TALLY), TALLY],
      [file.id, fileRecord(file, ORIGIN)],
    ]);
    await run(findInterrupted, 'own');
    expect([...((await records.readAll())?.keys() ?? [])]).toEqual([file.id, tallyKey(TALLY)]);
  });

  it('finds the files of one choice in their order, whichever ids they got', async () => {
    const { ports, run, told } = aPage();
    const files = ['c', 'a', 'b'].map((id) => anUploadFile({ id }));
    await ports
      .records('upload-journal')
      .put(files.map((file, place) => [file.id, fileRecord(file, { ...ORIGIN, place })] as const));
    await run(findInterrupted, 'own');
    expect(told).toMatchObject([{ payload: { files: [{ id: 'c' }, { id: 'a' }, { id: 'b' }] } }]);
  });

  it('tells nothing to whoever has signed in meanwhile', async () => {
    const { ports, run, signInAs, told } = aPage();
    const file = anUploadFile();
    await ports.records('upload-journal').put([[file.id, fileRecord(file, ORIGIN)]]);
    const looked = run(findInterrupted, 'own');
    signInAs('user-2');
    await looked;
    expect(told).toEqual([]);
  });
});

describe('discarding', () => {
  it('asks a server that does not answer once, not for each of thousands of files', async () => {
    const { run, server, told } = aPage([begun('a'), begun('b'), anUploadFile({ id: 'c' })], 'unreachable');
    await run(discardInterrupted);
    expect(server.story()).toEqual(['DELETE /upload/cancel']);
    expect(told.at(-1)).toMatchObject({ type: 'interrupted/filesDiscarded', payload: { ids: ['c'] } });
  });
});

describe('resuming', () => {
  const resultOf = (told: readonly { readonly payload?: unknown }[]) => told.at(-1)?.payload as SelectionResult;

  it('counts a file that is gone as gone, not as one that the browser was not allowed to open', async () => {
    const files = [anUploadFile({ id: 'a' }), anUploadFile({ id: 'b' })];
    const { ports, run, told } = aPage(files);
    Object.assign(ports, {
      reopenFiles: () =>
        Promise.resolve(
          new Map([
            ['a', { kind: 'missing' }],
            ['b', { kind: 'forbidden' }],
          ] as const),
        ),
    });
    await run(
      reopenInterrupted,
      new Map([
        ['a', {}],
        ['b', {}],
      ]),
    );
    expect(resultOf(told)).toMatchObject({ forbidden: 1, refused: [{ id: 'a' }] });
  });

  it('holds on to the files that go on, and to no other that was chosen', async () => {
    const file = anUploadFile({ id: 'a', size: 1, lastModified: 5 });
    const { ports, run, told } = aPage([file]);
    const chosen = [file.name, 'other.tif'].map((name) => {
      const source = new File(['x'], name, { lastModified: 5 });
      return { id: ports.files.add(source), name, size: 1, lastModified: 5, webkitRelativePath: '' };
    });
    await run(resumeInterrupted, chosen);
    expect(resultOf(told)).toMatchObject({ resumed: 1, foreign: 1 });
    expect(ports.files.get('a')?.name).toBe(file.name);
    expect(chosen.map(({ id }) => ports.files.get(id))).toEqual([undefined, undefined]);
  });
});

describe('the content of a file that was begun', () => {
  const source = new File(['x'], 'a.tif');

  async function isSame(result: HashPartResult): Promise<unknown> {
    const { ports, run } = aPage();
    return run(hasSameContent, { ...ports, hashPart: () => Promise.resolve(result) }, begun('a'), source);
  }

  it('is the same where the last part that is there has its MD5, and another where it has not', async () => {
    expect(await isSame({ kind: 'hashed', md5: 'e', bytes: 1 })).toBe(true);
    expect(await isSame({ kind: 'hashed', md5: 'f', bytes: 1 })).toBe(false);
  });

  it('counts as the same where it can not be read now: the transfer will say why', async () => {
    expect(await isSame({ kind: 'unreadable' })).toBe(true);
  });
});
