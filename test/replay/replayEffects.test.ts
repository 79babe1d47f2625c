import { setImmediate } from 'node:timers/promises';
import { runSaga } from 'redux-saga';
import { call } from '@data-manager/lib/typedEffects';
import { createPlayback } from './playback';
import { replayEffects } from './replayEffects';

/** Starts a saga that waits for a promise without a recorded label. */
function startWaiting(promise: Promise<unknown>) {
  const playback = createPlayback([{ kind: 'waiting', id: 1, label: 'internal', at: 0 }], () => false);
  const effects = replayEffects(playback, () => undefined, true);
  const task = runSaga({ effectMiddlewares: [effects.effectMiddleware] }, function* () {
    return yield* call(() => promise);
  });
  return { effects, task };
}

describe('the replay of effects', () => {
  it('waits for code that is loaded late', async () => {
    const { promise, resolve } = withResolver();
    const { effects, task } = startWaiting(promise);
    const resolving = effects.resolve(1, { driveFollow: { $: 'function' } });
    await setImmediate();
    await setImmediate();
    resolve('the code');
    expect(await resolving).toBe(true);
    expect(await task.toPromise()).toBe('the code');
  });

  it('stops at once if another saga has done less than in the recording', async () => {
    const { effects } = startWaiting(withResolver().promise);
    expect(await effects.resolve(1, 'done')).toBe(false);
  });
});

function withResolver() {
  let resolve: (value: unknown) => void = () => undefined;
  const promise = new Promise<unknown>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: (value: unknown) => resolve(value) };
}
