import { runSaga } from 'redux-saga';
import { UPLOAD_PART_MAX_RETRIES } from '../../../src/domain/constants';
import { err } from '../../../src/lib/result';
import { call, type SagaOf } from '../../../src/lib/typedEffects';
import { loginFound, sessionReducer } from '../../../src/session/sessionSlice';
import { withRetry } from '../../../src/transfers/uploads/withRetry';
import { anOwner, anUploadFile } from '../../support/builders';
import { createFakePorts } from '../../support/fakePorts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const refusal = err({ kind: 'unauthorized' } as const);

function* refused(): SagaOf<typeof refusal> {
  return yield* call(() => refusal);
}

describe('a step of an upload', () => {
  it('that the server refuses although the session stands is given up in the end', async () => {
    let attempts = 0;
    const task = runSaga(
      {
        context: { ports: createFakePorts() },
        getState: () => ({ session: sessionReducer(undefined, loginFound(anOwner())), uploads: {} }),
        dispatch: () => undefined,
      },
      withRetry,
      anUploadFile(),
      () => {
        attempts += 1;
        return refused();
      },
    );
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(task.isRunning()).toBe(false);
    expect(task.result()).toEqual(refusal);
    expect(attempts).toBe(UPLOAD_PART_MAX_RETRIES + 1);
  });
});
