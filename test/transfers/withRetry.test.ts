import { combineReducers } from '@reduxjs/toolkit';
import { delay } from 'redux-saga/effects';
import { UPLOAD_PART_MAX_RETRIES } from '@data-manager/domain/constants';
import type { Failure } from '@data-manager/domain/failures/failure';
import { err, ok, type Result } from '@data-manager/lib/result';
import { call, type SagaOf } from '@data-manager/lib/typedEffects';
import { waitForSignal } from '@data-manager/lib/waitFor';
import { loginFound, sessionLost, sessionReducer } from '../../src/session/sessionSlice';
import { retriedUpload } from '../../src/transfers/uploads/uploadPart';
import {
  filesQueued,
  partRetried,
  uploadsReducer,
  waitingEnded,
  waitingStarted,
} from '../../src/transfers/uploads/uploadsSlice';
import { withRetry } from '../../src/transfers/withRetry';
import { anOwner, anUploadFile } from '../support/builders';
import { expectSaga } from '../support/expectSaga';
import { createFakePorts } from '../support/fakePorts';

const file = anUploadFile();
const stalled: Failure = { kind: 'stalled', partNumber: 1 };
const reducer = combineReducers({ session: sessionReducer, uploads: uploadsReducer });
const signedIn = [loginFound(anOwner()), filesQueued({ files: [file] })].reduce(
  reducer,
  reducer(undefined, { type: '' }),
);

/**
 * Runs `withRetry` with these results of the attempts; the last one repeats. Delays and waits for the network end
 * immediately.
 */
function run(results: readonly Result<string, Failure>[], isPointless?: () => boolean) {
  const ports = createFakePorts();
  let attempts = 0;
  const next = () => {
    attempts += 1;
    return results[Math.min(attempts, results.length) - 1] ?? err(stalled);
  };
  function* attempt(): SagaOf<Result<string, Failure>> {
    return yield* call(next);
  }
  const saga = expectSaga(withRetry<string>, retriedUpload(file), attempt, isPointless)
    .withReducer(reducer, signedIn)
    .provide({
      getContext: (name, next) => (name === 'ports' ? ports : next()) as unknown,
      call: (effect, next) =>
        (effect.fn === delay(0).payload.fn || effect.fn === waitForSignal ? undefined : next()) as unknown,
    });
  return { saga, attempts: () => attempts };
}

it('withRetry returns the result of an attempt that succeeds', async () => {
  const { saga, attempts } = run([ok('done')]);
  await saga.returns(ok('done')).run();
  expect(attempts()).toBe(1);
});

it('withRetry reports each retry with its delay', async () => {
  const { saga } = run([err(stalled), ok('done')]);
  await saga
    .put(partRetried({ id: file.id, partNumber: 1, tries: 1, waitMs: 1_000, failure: stalled }))
    .returns(ok('done'))
    .run();
});

it('withRetry gives up after three retries', async () => {
  const { saga, attempts } = run([err(stalled)]);
  await saga.returns(err(stalled)).run();
  expect(attempts()).toBe(UPLOAD_PART_MAX_RETRIES + 1);
});

it('withRetry does not count retries while the network is lost', async () => {
  const lost = Array.from({ length: 10 }, () => err<Failure>({ kind: 'unreachable' }));
  const { saga } = run([...lost, ok('done')]);
  await saga
    .put(waitingStarted({ reason: 'network' }))
    .not.put.actionType(partRetried.type)
    .put(waitingEnded())
    .returns(ok('done'))
    .run();
});

it('withRetry waits until the owner is signed in before each attempt', async () => {
  const { saga, attempts } = run([ok('done')]);
  const signedOut = reducer(signedIn, sessionLost());
  const running = saga
    .withReducer(reducer, signedOut)
    .put(waitingStarted({ reason: 'session' }))
    .dispatch(loginFound(anOwner()))
    .put(waitingEnded())
    .returns(ok('done'))
    .run();
  expect(attempts()).toBe(0);
  await running;
  expect(attempts()).toBe(1);
});

it('withRetry gives up if the server refuses every attempt although the user is signed in', async () => {
  const refused = err<Failure>({ kind: 'unauthorized' });
  const { saga, attempts } = run([refused]);
  await saga.returns(refused).run();
  expect(attempts()).toBe(UPLOAD_PART_MAX_RETRIES + 1);
});

it('withRetry does not retry if another part has failed the file', async () => {
  const { saga, attempts } = run([err(stalled)], () => true);
  await saga.returns(err(stalled)).run();
  expect(attempts()).toBe(1);
});
