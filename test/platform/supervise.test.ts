import { call } from 'redux-saga/effects';
import { expectSaga } from 'redux-saga-test-plan';
import { supervise } from '../../src/platform/supervise';
import { createFakePorts } from '../support/fakePorts';
import { provideContext } from '../support/provideContext';

describe('supervise', () => {
  it('logs the name and the error of a saga that throws, and does not rethrow', async () => {
    const ports = createFakePorts();
    function* watchSomething() {
      yield call(() => {
        throw new Error('Something broke');
      });
    }
    await expectSaga(supervise, watchSomething).provide(provideContext({ ports })).returns(undefined).run();
    expect(ports.recorded.logs).toEqual([expect.stringMatching(/^watchSomething stopped: Error: Something broke/)]);
  });
});
