import { downloadRequested } from '../../src/transfers/downloads/downloadsSlice';
import { logoutRequested } from '../../src/session/sessionSlice';
import { createTestStore, type TestStore } from '../support/createTestStore';
import { createFakePorts, signIn } from '../support/fakePorts';
import { aDownload } from '../support/builders';

let started: TestStore | undefined;
function start(ports = createFakePorts()): TestStore {
  signIn(ports);
  started = createTestStore({ ports });
  return started;
}
afterEach(() => {
  started?.stop();
  jest.useRealTimers();
});

const request = { path: 'acme/brains', title: 'brains', downsampled: false } as const;

describe('the download list', () => {
  it('is kept under exactly download-list', async () => {
    jest.useFakeTimers();
    const { store, ports, rehydrated } = start();
    await rehydrated();
    const before = new Set(ports.localStorage.keys());
    store.dispatch(downloadRequested(request));
    await jest.advanceTimersByTimeAsync(100);
    expect(ports.localStorage.keys().filter((key) => !before.has(key))).toEqual(['download-list']);
    expect(ports.localStorage.get('download-list')).toContain('acme/brains');
  });

  it('is all that a logout leaves in local storage', async () => {
    jest.useFakeTimers();
    const { store, ports, rehydrated } = start();
    await rehydrated();
    store.dispatch(downloadRequested(request));
    await jest.advanceTimersByTimeAsync(100);
    store.dispatch(logoutRequested());
    await jest.advanceTimersByTimeAsync(100);
    expect(ports.localStorage.keys()).toEqual(['download-list']);
    expect(ports.localStorage.get('download-list')).toContain('acme/brains');
  });

  it('is restored at the next start', async () => {
    const ports = createFakePorts();
    const item = aDownload({ phase: 'failed' });
    ports.localStorage.set('download-list', JSON.stringify({ items: JSON.stringify([item]), _persist: '{}' }));
    const { store, rehydrated } = start(ports);
    await rehydrated();
    expect(store.getState().downloads.items).toMatchObject([{ path: item.path, title: item.title }]);
  });

  it.each(['no json', '{"items":"no json"}', '{"items":"7"}', '[]', 'null', '{"other":"[]"}'])(
    'is empty when the stored text is %s',
    async (stored) => {
      jest.spyOn(console, 'error').mockImplementation(() => undefined);
      const ports = createFakePorts();
      ports.localStorage.set('download-list', stored);
      const { store, rehydrated } = start(ports);
      await rehydrated();
      expect(store.getState().downloads.items).toEqual([]);
    },
  );
});
