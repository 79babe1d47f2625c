import { combineReducers } from '@reduxjs/toolkit';
import type { SagaType } from 'redux-saga-test-plan';
import { fileRecord, partKey, tallyKey, type TallyRecord } from '@data-manager/domain/uploads/resumeRecords';
import type { UploadFile } from '@data-manager/domain/uploads/upload';
import type { HashPartResult } from '../../../src/platform/ports';
import { loginFound, sessionReducer } from '../../../src/session/sessionSlice';
import { discardInterrupted } from '../../../src/transfers/interrupted/discardInterrupted';
import { findInterrupted } from '../../../src/transfers/interrupted/findInterrupted';
import {
  filesDiscarded,
  interruptedFound,
  interruptedReducer,
} from '../../../src/transfers/interrupted/interruptedSlice';
import { resumeInterrupted } from '../../../src/transfers/interrupted/resumeInterrupted';
import { hasSameContent } from '../../../src/transfers/uploads/checkContent';
import { uploadsReducer } from '../../../src/transfers/uploads/uploadsSlice';
import { anOwner, anUploadFile } from '../../support/builders';
import { createFakeExtra } from '../../support/createApiStore';
import { expectSaga } from '../../support/expectSaga';
import { createFakeServer, type FakeAnswer } from '../../support/fakeServer';
import { provideContext } from '../../support/provideContext';

const ORIGIN = { tab: 'gone', queuedAt: 1, place: 0 };
const ORIGINS = new Map(['a', 'b', 'c'].map((id) => [id, ORIGIN.tab]));
const TALLY: TallyRecord = { kind: 'tally', tab: 'gone', sponsorId: 'acme', userId: 'user-1', done: 3, bytes: 30 };

const reducer = combineReducers({ session: sessionReducer, interrupted: interruptedReducer, uploads: uploadsReducer });

/** Runs single sagas of the resume store with the real reducers, for a signed-in user with interrupted files. */
function aPage(files: readonly UploadFile[] = [], cancelAnswer: FakeAnswer = { json: {} }) {
  const extra = createFakeExtra(createFakeServer({ 'DELETE /upload/cancel': cancelAnswer }));
  const found = { files, isReopenable: false, done: { files: 0, bytes: 0 }, isElsewhere: false };
  const records = extra.ports.records('upload-journal');
  const partRecords = extra.ports.records('upload-journal-parts');
  return {
    ...extra,
    /** Writes the records of the interrupted files. */
    write: async () => {
      await records.put(files.map((file) => [file.id, fileRecord(file, ORIGIN)] as const));
      for (const { id, progress } of files) {
        const session = 'session' in progress ? progress.session : undefined;
        for (const part of session?.parts ?? []) {
          await partRecords.put([[partKey(id, part.partNumber), { ...part, uploadId: session?.uploadId }]]);
        }
      }
    },
    expectStep: <Args extends unknown[]>(step: SagaType<Args>, ...args: Args) =>
      expectSaga(step, ...args)
        .withReducer(
          reducer,
          [loginFound(anOwner()), interruptedFound(found)].reduce(reducer, reducer(undefined, { type: '' })),
        )
        .provide(provideContext({ ...extra, hasFeature: () => false })),
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

it('findInterrupted deletes the count of completed files when no file is left', async () => {
  const { ports, expectStep } = aPage();
  const records = ports.records('upload-journal');
  await records.put([[tallyKey(TALLY), TALLY]]);
  await expectStep(findInterrupted, 'own', new Set<string>()).run(false);
  expect(await records.readAll()).toEqual(new Map());
});

it('findInterrupted reports nothing if another user signs in while it reads', async () => {
  const { ports, expectStep } = aPage();
  const file = anUploadFile();
  await ports.records('upload-journal').put([[file.id, fileRecord(file, ORIGIN)]]);
  const step = expectStep(findInterrupted, 'own', new Set<string>());
  const search = step.not.put.actionType(interruptedFound.type).run(false);
  step.dispatch(loginFound(anOwner({ userId: 'user-2' })));
  await search;
});

it('discardInterrupted calls an unreachable server only once', async () => {
  const { server, expectStep, write } = aPage(
    [aStartedFile('a'), aStartedFile('b'), anUploadFile({ id: 'c' })],
    'unreachable',
  );
  await write();
  const result = await expectStep(discardInterrupted, 'own', ['a', 'b', 'c'], { origins: ORIGINS })
    .put(filesDiscarded({ ids: ['c'] }))
    .run(false);
  expect(server.story()).toEqual(['DELETE /upload/cancel']);
  expect(result.storeState).toMatchObject({ interrupted: { files: [{ id: 'a' }, { id: 'b' }] } });
});

describe('resuming interrupted files', () => {
  it('keeps resumed files in the registry and releases the others', async () => {
    const file = anUploadFile({ id: 'a', size: 1, lastModified: 5 });
    const { ports, expectStep, write } = aPage([file]);
    await write();
    const chosen = [file.name, 'other.tif'].map((name) => {
      const source = new File(['x'], name, { lastModified: 5 });
      return { id: ports.files.add(source), name, size: 1, lastModified: 5, webkitRelativePath: '' };
    });
    const result = await expectStep(resumeInterrupted, 'own', chosen, { tallyKeys: [], origins: ORIGINS }).run(false);
    expect(result.storeState).toMatchObject({
      uploads: { files: [[{ id: 'a' }]] },
      interrupted: { files: [], status: { kind: 'idle', result: { resumed: 1, foreign: 1 } } },
    });
    expect(ports.files.get('a')?.name).toBe(file.name);
    expect(chosen.map(({ id }) => ports.files.get(id))).toEqual([undefined, undefined]);
  });
});

describe('hasSameContent', () => {
  const source = new File(['x'], 'a.tif');

  function expectCheck(result: HashPartResult) {
    const { ports, expectStep } = aPage();
    Object.assign(ports, { hashPart: () => Promise.resolve(result) });
    return expectStep(hasSameContent, aStartedFile('a'), source);
  }

  it('is true if the file can’t be read: the upload will report why', async () => {
    await expectCheck({ kind: 'unreadable' }).returns(true).run(false);
  });
});
