import { createMemoryRecords } from '../../support/fakePorts';

let failures = 1;
jest.mock('../../../src/platform/folders/folders', () => {
  if (failures > 0) {
    failures -= 1;
    throw new Error('Loading chunk folders failed.');
  }
  return { createFolders: () => ({ access: () => Promise.resolve('granted') }) };
});

beforeEach(() => {
  jest.useFakeTimers();
});

it('carries out a call although the code could not be loaded at first', async () => {
  const { createLazyFolders } = await import('../../../src/platform/folders/lazyFolders');
  const settled = jest.fn();
  createLazyFolders(createMemoryRecords()('folder-handles'), () => 'uuid-1')
    .access('folder-1')
    .then(settled, settled);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(settled.mock.calls).toEqual([['granted']]);
});
