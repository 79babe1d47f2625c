import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { KeptReceipt } from '@data-manager/domain/transfers/receipts';
import type { Feature } from '../../../src/api/configuration';
import { ActivityButton } from '../../../src/app/AppHeader';
import { AppRouter } from '../../../src/app/AppRouter';
import type { Ports } from '../../../src/platform/ports';
import { PortsContext } from '../../../src/platform/portsContext';
import { loginFound, sessionLost } from '../../../src/session/sessionSlice';
import { downloadSaved } from '../../../src/transfers/downloads/downloadsSlice';
import { archiveExpired, receiptsKept } from '../../../src/transfers/history/historySlice';
import { saveRecordingRequested } from '../../../src/transfers/saveRecordingRequested';
import { anOwner, aReceipt } from '../../support/builders';
import { createTestStore, type TestStore } from '../../support/createTestStore';
import { giveElementsSizes } from '../../support/elementSizes';
import { createFakePorts, FAKE_NOW_MS, signIn } from '../../support/fakePorts';
import { createFakeServer } from '../../support/fakeServer';
import { createTestRouter } from '../../support/memoryHistory';
import { cacheFeatures } from '../../support/renderRoute';

let testStore: TestStore | undefined;
afterEach(() => testStore?.stop());

const button = (name: string) => screen.getByRole('button', { name });
const dialog = () => screen.getByRole('dialog', { name: 'Activity' });
const rowNames = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[0]?.textContent);

/** Renders the header's button with the real store and clicks it. */
async function open(
  receipts: readonly unknown[] = [],
  overrides: Partial<Ports> = {},
  features: readonly Feature[] = [],
) {
  giveElementsSizes();
  const ports = createFakePorts(overrides);
  signIn(ports);
  const records = receipts.map((receipt, index) => [`record-${String(index).padStart(6, '0')}`, receipt] as const);
  await ports.records('receipts').put(records);
  const made = createTestStore({ ports });
  testStore = made;
  await made.rehydrated();
  if (features.length > 0) made.store.dispatch(cacheFeatures(features));
  const user = userEvent.setup();
  const router = createTestRouter('/acme');
  render(
    <PortsContext value={ports}>
      <Provider store={made.store}>
        <MantineProvider env="test">
          <AppRouter history={router.history}>
            <ActivityButton />
          </AppRouter>
        </MantineProvider>
      </Provider>
    </PortsContext>,
  );
  await user.click(button('Transfer history'));
  await screen.findByRole('dialog', { name: 'Activity' });
  return { ...made, user, router };
}

const named = (name: string, given: Partial<KeptReceipt> = {}) =>
  aReceipt({ id: name, key: `acme/brains/TC042/${name}`, ...given });

describe('the activity dialog', () => {
  it('requests a recording even if the queues are empty', async () => {
    const { user, actions } = await open();
    await user.click(button('Save transfer recording'));
    expect(actions.at(-1)).toEqual(saveRecordingRequested());
  });

  it('deletes the uploaded files that a search found from the server, and keeps their receipts', async () => {
    const server = createFakeServer({
      'DELETE /manage/files': ({ body }) => ({ json: { deleted: (body as { keys: string[] }).keys } }),
    });
    const receipts = ['kept.tif', 'wrong_1.tif', 'wrong_2.tif'].map((name) => named(name));
    const { user, ports } = await open(
      [...receipts, named('again', { key: 'acme/brains/TC042/wrong_1.tif' })],
      { fetch: server.fetch },
      ['files.delete'],
    );
    expect(await screen.findByText('4 of 4')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete files' })).toBeNull();
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'wrong');
    await user.click(await screen.findByRole('button', { name: 'Delete files' }));
    const confirmation = within(await screen.findByRole('dialog', { name: 'Delete files' }));
    await user.click(confirmation.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(ports.recorded.toasts.at(-1)?.text).toBe('2 files deleted.'));
    expect(server.calls.map(({ body }) => body)).toEqual([
      { keys: ['wrong_1.tif', 'wrong_2.tif'].map((name) => `acme/brains/TC042/${name}`) },
    ]);
    expect(rowNames()).toHaveLength(3);
  });

  it('lists each uploaded file with folder, size, time, duration, retries and checksum', async () => {
    await open([named('a.tif', { size: 2048, startedAt: 0, endedAt: 2000, retries: 3 })]);
    const [, row] = await screen.findAllByRole('row');
    const cells = within(row!)
      .getAllByRole('gridcell')
      .map((cell) => cell.textContent);
    expect(cells).toEqual([
      'a.tif',
      'brains/TC042',
      '2.00 KB',
      expect.stringMatching(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d\s[AP]M$/),
      '2.0 s1.00 KB/s',
      '3',
      `${'b'.repeat(32)}-1`,
    ]);
  });

  it('keeps the order of folders whose names mix writing directions', async () => {
    await open([aReceipt({ id: 'a', key: 'acme/מוח/دماغ/a.tif' })]);
    const isFolder = (_: string, element: Element | null) =>
      element?.matches('a') === true && element.textContent === 'מוח/دماغ';
    const folder = await screen.findByText(isFolder);
    expect([...folder.querySelectorAll('bdi')].map((part) => part.textContent)).toEqual(['מוח', 'دماغ']);
  });

  it('shows a hint and disables the exports if there are no receipts', async () => {
    const { user } = await open();
    expect(await screen.findByText('No uploads yet')).toBeVisible();
    for (const name of ['Save as CSV', 'Save as JSON', 'Clear']) expect(button(name)).toBeDisabled();
    await user.click(screen.getByRole('tab', { name: 'Downloads' }));
    expect(screen.getByText('No downloads yet')).toBeVisible();
  });

  it('lists the latest receipt first and sorts by other columns', async () => {
    const { user } = await open([named('old.tif', { endedAt: 1 }), named('new.tif', { endedAt: 2 })]);
    await waitFor(() => expect(rowNames()).toEqual(['new.tif', 'old.tif']));
    await user.click(button('Finished'));
    expect(rowNames()).toEqual(['old.tif', 'new.tif']);
  });

  it('adds files that finish while it is open', async () => {
    const { store, ports } = await open();
    await screen.findByText('No uploads yet');
    await ports.records('receipts').put([['x', named('later.tif')]]);
    act(() => void store.dispatch(receiptsKept()));
    expect(await screen.findByText('later.tif')).toBeVisible();
  });

  it('hides the receipts of other users of the browser', async () => {
    const { store } = await open([named('mine.tif'), named('theirs.tif', { userId: 'user-2' })]);
    expect(await screen.findByText('mine.tif')).toBeVisible();
    expect(screen.queryByText('theirs.tif')).not.toBeInTheDocument();
    act(() => void store.dispatch(loginFound(anOwner({ userId: 'user-2' }))));
    expect(await screen.findByText('theirs.tif')).toBeVisible();
    expect(screen.queryByText('mine.tif')).not.toBeInTheDocument();
    act(() => void store.dispatch(sessionLost()));
    expect(screen.queryByText('theirs.tif')).not.toBeInTheDocument();
  });

  it('shows how many receipts are unreadable', async () => {
    await open([named('a.tif'), { ...aReceipt(), size: 'much' }]);
    expect(
      await screen.findByText('1 receipt could not be read and is not listed. The uploaded files are not affected.'),
    ).toBeVisible();
  });

  it('shows an error if the browser refuses to read the receipts and retries', async () => {
    let isRefused = true;
    const records = () => ({
      readAll: () => Promise.resolve(isRefused ? undefined : new Map([['a', named('a.tif')]])),
      read: () => Promise.resolve(undefined),
      put: () => Promise.resolve(true),
      remove: () => Promise.resolve(true),
    });
    const { user } = await open([], { records });
    expect(await screen.findByText('The receipts could not be read')).toBeVisible();
    isRefused = false;
    await user.click(button('Try again'));
    expect(await screen.findByText('a.tif')).toBeVisible();
  });

  it('renders only the visible rows of 10,000 receipts', async () => {
    await open(Array.from({ length: 10_000 }, (_, index) => named(`${String(index)}.tif`)));
    expect(await screen.findByText('10,000 of 10,000')).toBeVisible();
    expect(screen.getByRole('grid', { name: 'Uploads' })).toHaveAttribute('aria-rowcount', '10001');
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
  });

  it('closes with Escape and returns the focus to its button', async () => {
    const { user } = await open();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(button('Transfer history')).toHaveFocus());
  });

  it('stays open when the page replaces its own address', async () => {
    const { router } = await open();
    await act(() => router.navigate('?q=a', { replace: true }));
    expect(dialog()).toBeVisible();
  });
});

describe('a receipt in the history', () => {
  const receipt = named('a.tif', { partMd5s: `${'1'.repeat(32)} ${'2'.repeat(32)}`, checksum: `${'c'.repeat(32)}-2` });

  it('shows its parts when expanded and collapses when another one is', async () => {
    const { user } = await open([receipt, named('b.tif')]);
    const name = await screen.findByRole('button', { name: 'a.tif' });
    expect(screen.queryByText(new RegExp('2'.repeat(32)))).not.toBeInTheDocument();
    await user.click(name);
    const group = within(screen.getByRole('group', { name: 'Receipt of a.tif' }));
    expect(group.getByText(new RegExp(`1 +${'1'.repeat(32)}\\s+2 +${'2'.repeat(32)}`))).toBeVisible();
    expect(name).toHaveAttribute('aria-expanded', 'true');
    await user.click(button('b.tif'));
    expect(screen.queryByRole('group', { name: 'Receipt of a.tif' })).not.toBeInTheDocument();
  });

  it('shows the plain MD5 of a file of one part, and the original name of a renamed one', async () => {
    const md5 = '1'.repeat(32);
    const one = named('b.tif', { partMd5s: md5, checksum: `${'c'.repeat(32)}-1`, originalName: 'scan 1.tif' });
    const { user } = await open([one]);
    await user.click(await screen.findByRole('button', { name: /^b\.tif/ }));
    expect(screen.getByText(`MD5: ${md5}`)).toBeVisible();
    expect(screen.getByText('Original name: scan 1.tif')).toBeVisible();
  });

  it('copies the checksum and the MD5s of its parts', async () => {
    const { user, ports } = await open([receipt]);
    await user.click(await screen.findByRole('button', { name: 'Copy the checksum of a.tif' }));
    await user.click(button('a.tif'));
    await user.click(button('Copy MD5s'));
    expect(ports.recorded.copies).toEqual([receipt.checksum, `${'1'.repeat(32)}\n${'2'.repeat(32)}`]);
    expect(ports.recorded.toasts[0]?.text).toBe('Checksum copied.');
  });

  it('shows an error if the browser refuses to copy', async () => {
    const { user, ports } = await open([receipt], { copyText: () => Promise.resolve(false) });
    await user.click(await screen.findByRole('button', { name: 'Copy the checksum of a.tif' }));
    expect(ports.recorded.toasts).toEqual([
      { text: 'The browser refused to copy. Select the text and copy it manually.', severity: 'error' },
    ]);
  });

  it('links to the folder of its file', async () => {
    const { user, router } = await open([aReceipt({ key: 'acme/brains/TC042/raw/a.tif' })]);
    await user.click(await screen.findByRole('link', { name: 'brains/TC042/raw' }));
    expect(router.state.location).toMatchObject({ pathname: '/acme/brains/TC042', search: '?folder=raw' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the receipts in the history', () => {
  it('exports receipts as CSV and JSON, as far as they match the search', async () => {
    const { user, ports } = await open([named('a.tif'), named('b.tif')]);
    await screen.findByText('a.tif');
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'B.TIF');
    await waitFor(() => expect(rowNames()).toEqual(['b.tif']));
    await user.click(button('Save as CSV'));
    await user.click(button('Save as JSON'));
    const [csv, json] = ports.recorded.texts;
    expect(csv).toMatchObject({ fileName: 'data-manager-receipts-2030-01-02.csv', mediaType: 'text/csv' });
    expect(csv?.text.split('\r\n')).toHaveLength(3);
    expect(json).toMatchObject({ fileName: 'data-manager-receipts-2030-01-02.json', mediaType: 'application/json' });
    expect(JSON.parse(json?.text ?? '')).toMatchObject([{ key: 'acme/brains/TC042/b.tif' }]);
  });

  it('clears receipts after confirmation, and Escape closes only the confirmation', async () => {
    const { user } = await open([named('a.tif'), named('b.tif')]);
    await screen.findByText('a.tif');
    await user.click(button('Clear'));
    const question = () => screen.findByRole('dialog', { name: 'Clear the receipts?' });
    expect(await question()).toHaveTextContent('This removes your 2 receipts from this browser');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Clear the receipts?' })).not.toBeInTheDocument());
    expect(dialog()).toBeVisible();
    expect(screen.getByText('a.tif')).toBeVisible();
    await user.click(button('Clear'));
    await user.click(within(await question()).getByRole('button', { name: 'Clear' }));
    expect(await screen.findByText('No uploads yet')).toBeVisible();
  });
});

describe('a saved download in the history', () => {
  const archive = {
    id: 'download-1',
    title: 'TC042',
    zipFileName: 'acme-brains-TC042.zip',
    url: 'https://files.test/a.zip',
    savedAt: FAKE_NOW_MS,
    sponsorId: 'acme',
    userId: 'user-1',
  };

  it('is listed with its size and can be saved again', async () => {
    const { user, store, ports } = await open();
    act(() => void store.dispatch(downloadSaved({ archive: { ...archive, totalSize: 2_048 } })));
    await user.click(screen.getByRole('tab', { name: 'Downloads' }));
    expect(screen.getByText('TC042')).toBeVisible();
    expect(screen.getByText('2.00 KB')).toBeVisible();
    await user.click(button('Save again'));
    expect(ports.recorded.saves).toEqual([{ url: archive.url, fileName: archive.zipFileName }]);
  });

  it('shows that its link has expired instead of the button', async () => {
    const { user, store } = await open();
    act(() => void store.dispatch(downloadSaved({ archive })));
    act(() => void store.dispatch(archiveExpired({ id: archive.id })));
    await user.click(screen.getByRole('tab', { name: 'Downloads' }));
    expect(screen.getByText('Link expired')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save again' })).not.toBeInTheDocument();
  });
});
