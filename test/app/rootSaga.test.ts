import { runSaga, stdChannel } from 'redux-saga';
import { rootSaga } from '../../src/app/rootSaga';
import { checkRequested } from '../../src/session/sessionSlice';
import { createRecorder } from '../../src/transfers/recorder/createRecorder';
import { aDeployment } from '../support/builders';
import { createFakePorts } from '../support/fakePorts';

jest.mock('../../src/transfers/transfersSaga', () => ({
  transfersSaga: () => {
    throw new Error('transfers fell over');
  },
}));

describe('the root saga', () => {
  it('starts the transfers after the rehydration; their error is logged and leaves the session watched', () => {
    const ports = createFakePorts();
    const channel = stdChannel();
    const dispatched: string[] = [];
    const task = runSaga(
      {
        channel,
        context: { ports, config: aDeployment(), recorder: createRecorder(ports) },
        getState: () => ({ session: { status: 'unknown' } }),
        dispatch: ({ type }: { readonly type: string }) => dispatched.push(type),
      },
      rootSaga,
    );
    expect(ports.recorded.logs.join()).not.toContain('transfers');
    channel.put({ type: 'persist/REHYDRATE', key: 'download-list' });
    expect(ports.recorded.logs.join()).toContain('The transfers saga stopped: Error: transfers fell over');
    channel.put(checkRequested());
    expect(dispatched).toEqual(['session/sessionLost', 'session/sessionLost']);
    expect(task.error()).toBeUndefined();
  });
});
