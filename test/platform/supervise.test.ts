import { runSaga } from 'redux-saga';
import { call } from 'redux-saga/effects';
import { supervise } from '../../src/platform/supervise';
import { createFakePorts } from '../support/fakePorts';

describe('supervise', () => {
  it('logs the name and the error of a saga that throws, and does not rethrow', async () => {
    const ports = createFakePorts();
    function* watchSomething() {
      yield call(() => {
        throw new Error('Something broke');
      });
    }
    const task = runSaga({ context: { ports } }, supervise, watchSomething);
    await expect(task.toPromise()).resolves.toBeUndefined();
    expect(ports.recorded.logs).toEqual([expect.stringMatching(/^watchSomething stopped: Error: Something broke/)]);
  });
});
