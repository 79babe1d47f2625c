import { runSaga } from 'redux-saga';
import { call } from 'redux-saga/effects';
import { isolated } from '../../src/transfers/isolated';
import { createFakePorts } from '../support/fakePorts';

describe('a saga that falls over', () => {
  it('takes nothing along with it, and its name and reason are in the log', async () => {
    const ports = createFakePorts();
    function* watchSomething() {
      yield call(() => {
        throw new Error('Something fell over');
      });
    }
    const task = runSaga({ context: { ports } }, isolated, watchSomething);
    await expect(task.toPromise()).resolves.toBeUndefined();
    expect(ports.recorded.logs).toEqual([expect.stringMatching(/^watchSomething stopped: Error: Something fell over/)]);
  });
});
