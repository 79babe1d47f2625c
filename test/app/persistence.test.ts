import { downloadRequested } from '../../src/transfers/downloads/downloadsSlice';
import { aDownload } from '../support/builders';
import { createTestStore, type TestStore } from '../support/createTestStore';
import { createFakePorts, signIn } from '../support/fakePorts';
import { stopAfterTest } from '../support/stopAfterTest';
import { pass } from '../support/virtualTime';

function start(ports = createFakePorts()): TestStore {
  signIn(ports);
  return stopAfterTest(createTestStore({ ports }));
}

const request = { path: 'acme/brains', title: 'brains', downsampled: false } as const;

it('the download list is stored under the key download-list', async () => {
  jest.useFakeTimers();
  const { store, ports, rehydrated } = start();
  const before = new Set(ports.localStorage.keys());
  await rehydrated();
  store.dispatch(downloadRequested(request));
  await pass(100);
  expect(ports.localStorage.keys().filter((key) => !before.has(key))).toEqual(['download-list']);
  expect(ports.localStorage.get('download-list')).toContain('acme/brains');
});

it('the download list is restored at the next start', async () => {
  const ports = createFakePorts();
  const item = aDownload({ phase: 'failed' });
  ports.localStorage.set('download-list', JSON.stringify({ items: JSON.stringify([item]), _persist: '{}' }));
  const { store, rehydrated } = start(ports);
  await rehydrated();
  expect(store.getState().downloads.items).toMatchObject([{ path: item.path, title: item.title }]);
});

it.each(['no json', '{"items":"no json"}', '{"items":"7"}', '{"other":"[]"}'])(
  'the download list starts empty with a warning if the stored text is %s',
  async (stored) => {
    const ports = createFakePorts();
    ports.localStorage.set('download-list', stored);
    const { store, rehydrated } = start(ports);
    await rehydrated();
    expect(store.getState().downloads.items).toEqual([]);
    expect(ports.recorded.toasts).toEqual([
      {
        text: 'The stored download list could not be read. Start the downloads that you need again.',
        severity: 'warning',
      },
    ]);
  },
);

it.each(['[]', 'null', '{"items":"[]"}'])(
  'the download list starts empty without a warning if the stored text is %s',
  async (stored) => {
    const ports = createFakePorts();
    ports.localStorage.set('download-list', stored);
    const { store, rehydrated } = start(ports);
    await rehydrated();
    expect(store.getState().downloads.items).toEqual([]);
    expect(ports.recorded.toasts).toEqual([]);
  },
);

it('the download list continues in memory if the storage is full, with a single warning', async () => {
  jest.useFakeTimers();
  const { store, ports, rehydrated } = start();
  await rehydrated();
  jest.spyOn(ports.localStorage, 'set').mockReturnValue(false);
  for (const path of ['acme/a', 'acme/b', 'acme/c']) {
    store.dispatch(downloadRequested({ ...request, path }));
    await pass(1_000);
  }
  expect(store.getState().downloads.items).toHaveLength(3);
  const warnings = ports.recorded.toasts.filter(({ severity }) => severity === 'warning');
  expect(warnings).toEqual([
    { text: expect.stringMatching(/^The download list could not be stored/) as string, severity: 'warning' },
  ]);
});
