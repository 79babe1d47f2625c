import { setImmediate } from 'node:timers/promises';
import { runSaga } from 'redux-saga';
import { call } from '@data-manager/lib/typedEffects';
import { createPlayback } from './playback';
import { replayEffects } from './replayEffects';
import { createStubContext } from './stubContext';

/** Starts a saga that waits for a promise without a recorded label. */
function startWaiting(promise: Promise<unknown>) {
  const playback = createPlayback([{ kind: 'waiting', id: 1, label: 'internal', at: 0 }], () => false);
  const effects = replayEffects(playback, () => undefined);
  const task = runSaga({ effectMiddlewares: [effects.effectMiddleware] }, function* () {
    return yield* call(() => promise);
  });
  return { effects, task };
}

describe('the replay of effects', () => {
  it.each([
    ['module', { driveFollow: { $: 'function' } }],
    ['function', { $: 'function' }],
  ])('waits for a %s that is loaded late', async (_kind, recorded) => {
    const { promise, resolve } = withResolver();
    const { effects, task } = startWaiting(promise);
    const resolving = effects.resolve(1, recorded);
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

describe('the stub of the ports', () => {
  it('the stub of the ports returns the function that ends a subscription', () => {
    const { ports } = createStubContext(() => undefined);
    const ends = [ports.page.onReturn(() => undefined), ports.folders.watch('folder', () => undefined)];
    expect(ends).toEqual([expect.any(Function), expect.any(Function)]);
  });
});

function withResolver() {
  let resolve: (value: unknown) => void = () => undefined;
  const promise = new Promise<unknown>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: (value: unknown) => resolve(value) };
}
