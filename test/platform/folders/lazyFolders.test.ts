import { createMemoryRecords } from '../../support/fakePorts';

let failures = 1;
const mockCreated = jest.fn();
jest.mock('../../../src/platform/folders/folders', () => {
  if (failures > 0) {
    failures -= 1;
    throw new Error('Loading chunk folders failed.');
  }
  return {
    createFolders: () => {
      mockCreated();
      return {
        access: () => Promise.resolve('granted'),
        add: ({ name }: { readonly name: string }) => Promise.resolve({ folderId: 'folder-1', name }),
      };
    },
  };
});

beforeEach(() => void jest.useFakeTimers());

it('carries out a call although the code could not be loaded at first', async () => {
  const { createLazyFolders } = await import('../../../src/platform/folders/lazyFolders');
  const settled = jest.fn();
  createLazyFolders(createMemoryRecords()('folder-handles'), () => 'uuid-1')
    .access('folder-1')
    .then(settled, settled);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(settled.mock.calls).toEqual([['granted']]);
});

it('loads the code while the user chooses a folder', async () => {
  const { createLazyFolders } = await import('../../../src/platform/folders/lazyFolders');
  let choose: (handle: { readonly name: string }) => void = () => undefined;
  const showDirectoryPicker = () => new Promise((resolve) => (choose = resolve));
  Object.assign(globalThis, { window: { showDirectoryPicker } });
  mockCreated.mockClear();
  const chosen = createLazyFolders(createMemoryRecords()('folder-handles'), () => 'uuid-1').choose();
  await jest.advanceTimersByTimeAsync(0);
  expect(mockCreated).toHaveBeenCalledTimes(1);
  choose({ name: 'Disk' });
  await expect(chosen).resolves.toEqual({ folderId: 'folder-1', name: 'Disk' });
});
