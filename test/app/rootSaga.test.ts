import { runSaga, stdChannel } from 'redux-saga';
import { createLateTransfers } from '../../src/app/lateTransfers';
import { rootSaga } from '../../src/app/rootSaga';
import { checkRequested } from '../../src/session/sessionSlice';
import { createRecorder } from '../../src/transfers/recorder/createRecorder';
import { aDeployment } from '../support/builders';
import { createFakePorts } from '../support/fakePorts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('the root saga', () => {
  it('starts the transfers after the rehydration; their error is logged and leaves the session watched', async () => {
    const ports = createFakePorts();
    const channel = stdChannel();
    const dispatched: string[] = [];
    const lateTransfers = createLateTransfers(ports, () =>
      Promise.resolve(() => {
        throw new Error('transfers fell over');
      }),
    );
    lateTransfers.start();
    const task = runSaga(
      {
        channel,
        context: { ports, config: aDeployment(), recorder: createRecorder(ports), lateTransfers },
        getState: () => ({ session: { status: 'unknown' } }),
        dispatch: ({ type }: { readonly type: string }) => dispatched.push(type),
      },
      rootSaga,
    );
    await jest.advanceTimersByTimeAsync(0);
    expect(ports.recorded.logs.join()).not.toContain('transfers');
    channel.put({ type: 'persist/REHYDRATE', key: 'download-list' });
    await jest.advanceTimersByTimeAsync(0);
    expect(ports.recorded.logs.join()).toContain('transfersAfterRehydrate stopped: Error: transfers fell over');
    channel.put(checkRequested());
    expect(dispatched).toEqual(['session/sessionLost', 'session/sessionLost']);
    expect(task.error()).toBeUndefined();
  });
});
