import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { KeptReceipt } from '@data-manager/domain/transfers/receipts';
import { api } from '../../../src/api/api';
import type { Feature } from '../../../src/api/configuration';
import { ActivityButton } from '../../../src/app/AppHeader';
import type { Ports } from '../../../src/platform/ports';
import { PortsContext } from '../../../src/platform/portsContext';
import { loginFound, sessionLost } from '../../../src/session/sessionSlice';
import { downloadSaved } from '../../../src/transfers/downloads/downloadsSlice';
import { archiveExpired, receiptsKept } from '../../../src/transfers/history/historySlice';
import { saveRecordingRequested } from '../../../src/transfers/saveRecordingRequested';
import { anOwner, aReceipt } from '../../support/builders';
import { createTestStore } from '../../support/createTestStore';
import { giveElementsSizes } from '../../support/elementSizes';
import { FAKE_NOW_MS, signedInPorts } from '../../support/fakePorts';
import { createFakeServer } from '../../support/fakeServer';
import { cacheFeatures } from '../../support/renderRoute';
import { stopAfterTest } from '../../support/stopAfterTest';

const button = (name: string) => screen.getByRole('button', { name });
const dialog = () => screen.getByRole('dialog', { name: 'Activity' });
/** Returns the sentences, and the names of files below them. */
const lines = () => [...dialog().querySelectorAll('[role=row] [aria-expanded]')].map((line) => line.textContent);

/** Renders the header's button with the real store and clicks it. */
async function open(
  receipts: readonly unknown[] = [],
  overrides: Partial<Ports> = {},
  features: readonly Feature[] = [],
) {
  giveElementsSizes();
  const ports = signedInPorts(overrides);
  const records = receipts.map((receipt, index) => [`record-${String(index).padStart(6, '0')}`, receipt] as const);
  await ports.records('receipts').put(records);
  const made = stopAfterTest(createTestStore({ ports }));
  await made.rehydrated();
  if (features.length > 0) made.store.dispatch(cacheFeatures(features));
  const user = userEvent.setup();
  const router = createMemoryRouter([{ path: '*', element: <ActivityButton /> }], { initialEntries: ['/acme'] });
  render(
    <PortsContext value={ports}>
      <Provider store={made.store}>
        <MantineProvider env="test">
          <RouterProvider router={router} />
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

  it('deletes the uploaded files of an act that a search found from the server, and keeps their receipts', async () => {
    const server = createFakeServer({
      'DELETE /manage/files': ({ body }) => ({ json: { deleted: (body as { keys: string[] }).keys } }),
    });
    const receipts = ['kept.tif', 'wrong_1.tif', 'wrong_2.tif'].map((name) => named(name));
    const { user, ports } = await open(
      [...receipts, named('again', { key: 'acme/brains/TC042/wrong_1.tif' })],
      { fetch: server.fetch },
      ['files.delete'],
    );
    await user.click(await screen.findByRole('button', { name: 'user-1 uploaded 4 files into brains/TC042' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'wrong');
    await waitFor(() => expect(lines()).toHaveLength(4));
    await user.click(button('Delete files'));
    const confirmation = within(await screen.findByRole('dialog', { name: 'Delete files' }));
    await user.click(confirmation.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(ports.recorded.toasts.at(-1)?.text).toBe('2 files deleted.'));
    expect(server.calls.map(({ body }) => body)).toEqual([
      { keys: ['wrong_1.tif', 'wrong_2.tif'].map((name) => `acme/brains/TC042/${name}`) },
    ]);
    expect(lines()).toHaveLength(4);
  });

  it('the feed has one line for the files of an act, which unfolds to their receipts', async () => {
    const { user } = await open([
      named('a.tif', { size: 2048, startedAt: 0, endedAt: 2000, retries: 3 }),
      named('b.tif', { endedAt: 1000 }),
    ]);
    const line = await screen.findByRole('button', { name: 'user-1 uploaded 2 files into brains/TC042' });
    expect(screen.queryByText(/KB/)).not.toBeInTheDocument();
    await user.click(line);
    expect(lines()).toEqual(['user-1 uploaded 2 files into brains/TC042', 'a.tif', 'b.tif']);
    await user.click(button('a.tif'));
    const receipt = within(screen.getByRole('group', { name: 'Receipt of a.tif' }));
    expect(receipt.getByText('2.00 KB in 2.0 s, 1.00 KB/s')).toBeVisible();
    expect(receipt.getByText(/retries: 3$/)).toBeVisible();
    expect(receipt.getByText(`${'b'.repeat(32)}-1`)).toBeVisible();
    await user.click(line);
    expect(lines()).toHaveLength(1);
  });

  it('an unfolded line stays unfolded when the server lists its act with another time', async () => {
    let listed: readonly unknown[] = [];
    const server = createFakeServer({ 'GET /activity': () => ({ json: { activity: listed } }) });
    const { user, store } = await open([named('a.tif', { endedAt: 2000 })], { fetch: server.fetch }, ['activity.list']);
    await user.click(await screen.findByRole('button', { name: 'user-1 uploaded a.tif into brains/TC042' }));
    const { userId } = anOwner();
    const { key: name } = named('a.tif');
    listed = [{ at: new Date(2100).toISOString(), userId, userName: 'Mia', action: 'upload', type: 'file', name }];
    act(() => void store.dispatch(api.util.invalidateTags(['Files'])));
    expect(
      await screen.findByRole('button', { name: 'Mia uploaded a.tif into brains/TC042', expanded: true }),
    ).toBeVisible();
  });

  it('an unfolded line stays unfolded, and keeps the focus, when an earlier receipt of its act is read', async () => {
    const { user, store, ports } = await open([named('b.tif', { endedAt: 2000 })]);
    const line = await screen.findByRole('button', { name: 'user-1 uploaded b.tif into brains/TC042' });
    await user.click(line);
    await ports.records('receipts').put([['a', named('a.tif', { endedAt: 1000 })]]);
    act(() => void store.dispatch(receiptsKept()));
    await waitFor(() => expect(line).toHaveAccessibleName('user-1 uploaded 2 files into brains/TC042'));
    expect(line).toHaveAttribute('aria-expanded', 'true');
    expect(line).toHaveFocus();
  });

  it('says that nothing is recorded in this browser if the server lists nothing', async () => {
    const { user } = await open();
    expect(await screen.findByText('Nothing is recorded')).toBeVisible();
    expect(screen.getByText('0 of 0. What you have done in this browser.')).toBeVisible();
    expect(button('Clear receipts')).toBeDisabled();
    await user.click(screen.getByRole('tab', { name: 'Downloads' }));
    expect(screen.getByText('Nothing is recorded')).toBeVisible();
  });

  it('lists the latest act first', async () => {
    await open([named('old.tif', { endedAt: 1 }), named('new.tif', { key: 'acme/mice/new.tif', endedAt: 2 })]);
    await waitFor(() =>
      expect(lines()).toEqual(['user-1 uploaded new.tif into mice', 'user-1 uploaded old.tif into brains/TC042']),
    );
  });

  it('adds downloads into folders to the downloads', async () => {
    const { user } = await open([named('a.tif'), named('b.tif', { savedTo: 'scans/b.tif' })]);
    await user.click(screen.getByRole('tab', { name: 'Downloads' }));
    await waitFor(() => expect(lines()).toEqual(['user-1 downloaded b.tif from brains/TC042 into a folder']));
  });

  it('adds files that finish while it is open', async () => {
    const { store, ports } = await open();
    await screen.findByText('Nothing is recorded');
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
      await screen.findByText(/^1 receipt could not be read and is not listed. The files are not affected./),
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
    expect(screen.getByText('What you have done in this browser.')).toBeVisible();
    expect(screen.queryByText('Nothing is recorded')).toBeNull();
    isRefused = false;
    await user.click(button('Try again'));
    expect(await screen.findByText('a.tif')).toBeVisible();
  });

  it('renders only the visible rows of an act with 10,000 receipts', async () => {
    const { user } = await open(Array.from({ length: 10_000 }, (_, index) => named(`${String(index)}.tif`)));
    await user.click(await screen.findByRole('button', { name: 'user-1 uploaded 10,000 files into brains/TC042' }));
    expect(screen.getByRole('grid', { name: 'All' })).toHaveAttribute('aria-rowcount', '10002');
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
  });

  it('closes with Escape and returns the focus to its button', async () => {
    const { user } = await open();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(button('Transfer history')).toHaveFocus());
  });

  it('the feed has an address with its tab and search, which the page may change, and opens there after a reload', async () => {
    const { user, router } = await open([named('a.tif')]);
    await user.click(screen.getByRole('tab', { name: 'Uploads' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'none');
    await waitFor(() => expect(router.state.location.search).toBe('?activity=uploads&find=none'));
    await act(() => router.navigate('?q=a&activity=all', { replace: true }));
    expect(screen.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.search).toBe('?q=a'));
    await act(() => router.navigate('?activity=downloads'));
    expect(await screen.findByRole('tab', { name: 'Downloads' })).toHaveAttribute('aria-selected', 'true');
  });
});

describe('a receipt in the history', () => {
  const LINE = /^user-1 uploaded/;
  const receipt = named('a.tif', { partMd5s: `${'1'.repeat(32)} ${'2'.repeat(32)}`, checksum: `${'c'.repeat(32)}-2` });

  it('a receipt shows its parts when its act is unfolded', async () => {
    const { user } = await open([receipt]);
    const line = await screen.findByRole('button', { name: LINE });
    expect(screen.queryByText(new RegExp('2'.repeat(32)))).not.toBeInTheDocument();
    await user.click(line);
    const group = within(screen.getByRole('group', { name: 'Receipt of a.tif' }));
    expect(group.getByText(new RegExp(`1 +${'1'.repeat(32)}\\s+2 +${'2'.repeat(32)}`))).toBeVisible();
    expect(line).toHaveAttribute('aria-expanded', 'true');
    await user.click(line);
    expect(screen.queryByRole('group', { name: 'Receipt of a.tif' })).not.toBeInTheDocument();
  });

  it('shows the plain MD5 of a file of one part, and the original name of a renamed one', async () => {
    const md5 = '1'.repeat(32);
    const one = named('b.tif', { partMd5s: md5, checksum: `${'c'.repeat(32)}-1`, originalName: 'scan 1.tif' });
    const { user } = await open([one]);
    await user.click(await screen.findByRole('button', { name: LINE }));
    const shown = screen.getByRole('group', { name: 'Receipt of b.tif' });
    expect(shown).toHaveTextContent(`MD5: ${md5}`);
    expect(shown).toHaveTextContent('Original name: scan 1.tif');
  });

  it('copies the checksum and the MD5s of its parts', async () => {
    const { user, ports } = await open([receipt]);
    await user.click(await screen.findByRole('button', { name: LINE }));
    await user.click(button('Copy the checksum of a.tif'));
    await user.click(button('Copy MD5s'));
    expect(ports.recorded.copies).toEqual([receipt.checksum, `${'1'.repeat(32)}\n${'2'.repeat(32)}`]);
    expect(ports.recorded.toasts[0]?.text).toBe('Checksum copied.');
  });

  it('shows an error if the browser refuses to copy', async () => {
    const { user, ports } = await open([receipt], { copyText: () => Promise.resolve(false) });
    await user.click(await screen.findByRole('button', { name: LINE }));
    await user.click(button('Copy the checksum of a.tif'));
    expect(ports.recorded.toasts).toEqual([
      { text: 'The browser refused to copy. Select the text and copy it manually.', severity: 'error' },
    ]);
  });

  it('links to the folder of its file', async () => {
    const { user, router } = await open([aReceipt({ key: 'acme/brains/TC042/raw/a.tif' })]);
    await user.click(await screen.findByRole('button', { name: LINE }));
    await user.click(screen.getByRole('link', { name: 'acme/brains/TC042/raw/a.tif' }));
    expect(router.state.location).toMatchObject({ pathname: '/acme/brains/TC042', search: '?folder=raw' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the receipts in the history', () => {
  it('exports receipts as CSV and JSON, as far as they match the search', async () => {
    const { user, ports } = await open([named('a.tif'), named('b.tif')]);
    await user.click(await screen.findByRole('button', { name: 'user-1 uploaded 2 files into brains/TC042' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'B.TIF');
    await waitFor(() => expect(lines()).toHaveLength(1));
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
    await screen.findByRole('button', { name: 'user-1 uploaded 2 files into brains/TC042' });
    await user.click(button('Clear receipts'));
    const question = () => screen.findByRole('dialog', { name: 'Clear the receipts?' });
    expect(await question()).toHaveTextContent('This removes your 2 receipts from this browser');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Clear the receipts?' })).not.toBeInTheDocument());
    expect(lines()).toHaveLength(1);
    await user.click(button('Clear receipts'));
    await user.click(within(await question()).getByRole('button', { name: 'Clear' }));
    expect(await screen.findByText('Nothing is recorded')).toBeVisible();
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

  it('a saved archive is listed and can be saved again', async () => {
    const { user, store, ports } = await open();
    act(() => void store.dispatch(downloadSaved({ archive })));
    await user.click(screen.getByRole('tab', { name: 'Downloads' }));
    expect(lines()).toEqual(['user-1 downloaded TC042']);
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

describe('the receipts on the server', () => {
  const listed = (name: string, given: object = {}) => ({
    id: name,
    key: `acme/brains/TC042/${name}`,
    size: 5,
    checksum: `${'d'.repeat(32)}-2`,
    parts: [
      { partNumber: 1, size: 3, md5: '1'.repeat(32) },
      { partNumber: 2, size: 2, md5: '2'.repeat(32) },
    ],
    userId: 'user-2',
    userName: 'Mia',
    completedAt: '2030-01-02T03:04:09.000Z',
    ...given,
  });

  /** Opens the activity on a server that lists these receipts by path. */
  async function openWith(receipts: Readonly<Record<string, readonly object[]>>, own: readonly unknown[] = []) {
    const server = createFakeServer({
      'GET /receipts': ({ query }) => ({ json: { receipts: receipts[query.get('path') ?? ''] ?? [] } }),
    });
    return { ...(await open(own, { fetch: server.fetch }, ['receipts.list'])), server };
  }

  it('the feed shows the uploads of colleagues with their receipts, and what only this browser has', async () => {
    const own = [named('mine.tif'), named('fetched.tif', { savedTo: 'scans/fetched.tif' })];
    const { user } = await openWith(
      { acme: [listed('a.tif', { manifest: 'MD5SUMS', formerKey: 'acme/livers/a.tif' })] },
      own,
    );
    await user.click(await screen.findByRole('button', { name: 'Mia uploaded a.tif into livers' }));
    const receipt = screen.getByRole('group', { name: 'Receipt of a.tif' });
    expect(receipt).toHaveTextContent('Uploaded as: acme/livers/a.tif');
    expect(receipt).toHaveTextContent('Agrees with: MD5SUMS');
    expect(receipt).toHaveTextContent(new RegExp(`1 +${'1'.repeat(32)}\\s+2 +${'2'.repeat(32)}`));
    expect(receipt).not.toHaveTextContent('retries');
    expect(lines()).toEqual([
      'Mia uploaded a.tif into livers',
      'user-1 uploaded mine.tif into brains/TC042',
      'user-1 downloaded fetched.tif from brains/TC042 into a folder',
    ]);
    expect(screen.getByText(/and what your colleagues have uploaded\.$/)).toBeVisible();
  });

  it('Proof lists the receipts of a file with the latest one unfolded, and those of the places around it', async () => {
    const file = 'acme/brains/TC042/a.tif';
    const older = listed('a.tif', { id: 'older', userName: 'Ada', completedAt: '2029-01-02T03:04:05.000Z' });
    const { user, router, ports } = await openWith({
      [file]: [listed('a.tif'), older],
      'acme/brains': [listed('a.tif'), listed('b.tif'), older],
    });
    await act(() => router.navigate(`/acme/brains/TC042?activity=proof&find=${file}`));
    expect(await screen.findByText('2 receipts of uploads by all members of your sponsor.')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Receipt of a.tif' })).toBeVisible();
    expect(lines()).toEqual(['Mia uploaded a.tif into brains/TC042', 'Ada uploaded a.tif into brains/TC042']);
    await user.click(screen.getAllByRole('button', { name: 'Save as JSON' })[0] ?? document.body);
    expect(JSON.parse(ports.recorded.texts.at(-1)?.text ?? '')).toMatchObject([
      {
        userName: 'Mia',
        parts: [
          { partNumber: 1, size: 3, md5: '1'.repeat(32) },
          { partNumber: 2, size: 2 },
        ],
      },
      { userName: 'Ada' },
    ]);
    await user.click(button('brains'));
    await waitFor(() => expect(lines()).toHaveLength(3));
    expect(screen.queryByRole('group', { name: 'Receipt of a.tif' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'All' }));
    expect(router.state.location.search).toBe('?activity=all');
  });

  it('an error of the server is shown beside what this browser has', async () => {
    const server = createFakeServer({ 'GET /receipts': () => ({ status: 403, json: { msg: 'Not yours.' } }) });
    await open([named('mine.tif')], { fetch: server.fetch }, ['receipts.list']);
    expect(await screen.findByText('The receipts on the server could not be loaded')).toBeVisible();
    expect(screen.getByText('mine.tif')).toBeVisible();
  });
});

it('the activity says once that the browser may delete what the app stores', async () => {
  const ports = signedInPorts();
  ports.preferences.set('storage', 'refused');
  const { user } = await open([], { preferences: ports.preferences });
  expect(await screen.findByText(/^This browser has not agreed to keep the data of this app/)).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(button('Transfer history'));
  await screen.findByText('Nothing is recorded');
  expect(screen.queryByText(/^This browser has not agreed/)).not.toBeInTheDocument();
});
