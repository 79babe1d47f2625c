import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet as MockOutlet } from 'react-router';
import { downloadRequested } from '../../src/transfers/downloads/downloadsSlice';
import { uploadRequested } from '../../src/transfers/uploads/uploadsSlice';
import { aProject } from '../support/builders';
import { chosenFile } from '../support/chosenFile';
import { giveElementsSizes } from '../support/elementSizes';
import { anIdToken, signIn } from '../support/fakePorts';
import { renderApp, type RenderedApp } from '../support/renderApp';
import { aFile, createFakeStorage } from '../transfers/uploads/fakeStorage';

const SECRET = 'MARKED-0123456789';

/** What falls over, and how often the code of a screen does not come. */
const NO_FAULTS = {
  screen: undefined,
  panel: false,
  announcements: false,
  history: false,
  header: false,
  interrupted: false,
  gate: false,
  missing: 0,
  asked: 0,
};
const mockFaults: Omit<typeof NO_FAULTS, 'screen'> & { screen: Error | undefined } = { ...NO_FAULTS };

jest.mock('../../src/screens/ProjectListScreen', () => ({
  ProjectListScreen: () => {
    if (mockFaults.screen !== undefined) throw mockFaults.screen;
    return <h1>List of projects</h1>;
  },
}));
function mockComing<Screen>(screen: Screen): Screen {
  mockFaults.asked += 1;
  if (mockFaults.asked > mockFaults.missing) return screen;
  throw Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
}
jest.mock('../../src/screens/ProjectScreen', () => mockComing({ ProjectScreen: () => <h1>One project</h1> }));
// What has come once stays: each test of what does not come has a screen of its own.
jest.mock('../../src/screens/ProjectUploadScreen', () =>
  mockComing({ ProjectUploadScreen: () => <h1>Upload here</h1> }),
);
jest.mock('../../src/screens/DatasetScreen', () => mockComing({ DatasetScreen: () => <h1>One dataset</h1> }));
jest.mock('../../src/transfers/panel/TransfersPanel', () => ({
  TransfersPanel: () => {
    if (mockFaults.panel) throw new Error('The panel fell over');
    return <section aria-label="Transfers" />;
  },
}));
jest.mock('../../src/app/Breadcrumbs', () => ({
  Breadcrumbs: () => {
    if (mockFaults.header) throw new Error('The breadcrumbs fell over');
    return null;
  },
}));
jest.mock('../../src/app/LazyInterruptedBar', () => ({
  LazyInterruptedBar: () => {
    if (mockFaults.interrupted) throw new Error('The bar fell over');
    return null;
  },
}));
jest.mock('../../src/app/SponsorGate', () => ({
  SponsorGate: () => {
    if (mockFaults.gate) throw new Error('The gate fell over');
    return <MockOutlet />;
  },
}));
jest.mock('../../src/transfers/panel/TransferAnnouncements', () => ({
  TransferAnnouncements: () => {
    if (mockFaults.announcements) throw new Error('The announcements fell over');
    return null;
  },
}));
jest.mock('../../src/transfers/history/TransferHistory', () => ({
  TransferHistory: () => {
    if (mockFaults.history) throw new Error('The history fell over');
    return <div role="dialog" aria-label="Transfer history" />;
  },
}));

let app: RenderedApp | undefined;
beforeEach(() => {
  giveElementsSizes();
  Object.assign(mockFaults, NO_FAULTS);
  // React tells of every error that a boundary catches.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => app?.stop());

async function visit(path: string) {
  const storage = createFakeStorage();
  const { server } = storage;
  server.on('GET /config', { json: {} });
  server.on('GET /project', { json: { projects: [aProject()] } });
  server.on('POST /download', { json: { ref: 'ref-1', url: 'https://files.test/a.zip' } });
  const started = renderApp(path, server, signIn, storage.ports);
  app = started;
  await started.rehydrated();
  const { store, ports } = started;
  return {
    ...started,
    ...storage,
    ports,
    upload: () => {
      const chosen = chosenFile(ports, aFile('a.tif', 10));
      act(() => void store.dispatch(uploadRequested({ keyPrefix: 'brains', files: [chosen] })));
    },
    download: () =>
      act(() => void store.dispatch(downloadRequested({ path: 'acme/brains', title: 'brains', downsampled: false }))),
  };
}

const fallen = (name: string) => screen.findByText(name).then((title) => within(title.closest('[role="alert"]')!));
const UNEXPECTED = 'Unexpected Application Error!';

describe('a screen that falls over', () => {
  it('leaves a running upload alone, which goes on to its end', async () => {
    const { upload, operations, completions, store, router } = await visit('/acme/brains');
    await screen.findByText('One project');
    upload();
    await waitFor(() => expect(operations).toContain('PUT 1'));
    mockFaults.screen = new Error('A screen fell over');
    await act(() => router.navigate('/acme'));
    expect(await screen.findByText(UNEXPECTED)).toBeInTheDocument();
    expect(completions).toEqual([]);
    await waitFor(() => expect(completions).toHaveLength(1));
    expect(store.getState().uploads.files).toEqual([]);
  });

  it('keeps header and transfers, says that they go on, and is shown again by "Try again"', async () => {
    mockFaults.screen = new Error('A screen fell over');
    const { upload, completions } = await visit('/acme');
    const words = await fallen(UNEXPECTED);
    expect(words.getByText(/Uploads and downloads go on/)).toBeInTheDocument();
    expect(words.getByText('Error: A screen fell over')).toBeInTheDocument();
    upload();
    expect(await screen.findByRole('region', { name: 'Transfers' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Logout' })).toBeInTheDocument();
    await waitFor(() => expect(completions).toHaveLength(1));
    mockFaults.screen = undefined;
    await userEvent.click(words.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('List of projects')).toBeInTheDocument();
    expect(screen.queryByText(UNEXPECTED)).not.toBeInTheDocument();
  });

  it('falls over again where the reason is still there', async () => {
    mockFaults.screen = new Error('A screen fell over');
    await visit('/acme');
    await userEvent.click((await fallen(UNEXPECTED)).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(UNEXPECTED)).toBeInTheDocument();
  });

  it('is left behind on another page', async () => {
    mockFaults.screen = new Error('A screen fell over');
    const { router } = await visit('/acme');
    await fallen(UNEXPECTED);
    await act(() => router.navigate('/acme/brains'));
    expect(await screen.findByText('One project')).toBeInTheDocument();
    expect(screen.queryByText(UNEXPECTED)).not.toBeInTheDocument();
  });
});

describe('the panel of transfers that falls over', () => {
  it('leaves the page and the download alone, which still is saved', async () => {
    mockFaults.panel = true;
    const { download, ports } = await visit('/acme');
    download();
    const words = await fallen('The transfers can’t be shown.');
    expect(await screen.findByText('List of projects')).toBeInTheDocument();
    await waitFor(() => expect(ports.recorded.saves).toHaveLength(1));
    expect(ports.recorded.saves[0]?.url).toBe('https://files.test/a.zip');
    expect(words.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  it('is shown again by "Try again"', async () => {
    mockFaults.panel = true;
    const { upload, failPart } = await visit('/acme');
    failPart(1, 'hanging');
    upload();
    const words = await fallen('The transfers can’t be shown.');
    mockFaults.panel = false;
    await userEvent.click(words.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Transfers' })).toBeInTheDocument();
  });
});

it.each<['header' | 'interrupted', string]>([
  ['header', 'The header can’t be shown.'],
  ['interrupted', 'The interrupted upload can’t be shown.'],
])('the %s that falls over leaves the page and the transfers alone, and can be shown again', async (part, title) => {
  mockFaults[part] = true;
  const { upload, completions } = await visit('/acme');
  const words = await fallen(title);
  expect(await screen.findByText('List of projects')).toBeInTheDocument();
  upload();
  expect(await screen.findByRole('region', { name: 'Transfers' })).toBeInTheDocument();
  await waitFor(() => expect(completions).toHaveLength(1));
  mockFaults[part] = false;
  await userEvent.click(words.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(title)).not.toBeInTheDocument());
});

it('the frame around the screens that falls over says so, leaves header and transfers, and can be shown again', async () => {
  mockFaults.gate = true;
  const { upload } = await visit('/acme');
  const words = await fallen(UNEXPECTED);
  upload();
  expect(await screen.findByRole('region', { name: 'Transfers' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Logout' })).toBeInTheDocument();
  mockFaults.gate = false;
  await userEvent.click(words.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('List of projects')).toBeInTheDocument();
});

it('what is read out of the transfers leaves the page and the panel alone when it falls over', async () => {
  mockFaults.announcements = true;
  const { upload } = await visit('/acme');
  upload();
  expect(await screen.findByText('List of projects')).toBeInTheDocument();
  expect(await screen.findByRole('region', { name: 'Transfers' })).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

describe('the transfer history that falls over', () => {
  it('leaves the page alone, and can be closed', async () => {
    mockFaults.history = true;
    await visit('/acme');
    await userEvent.click(await screen.findByRole('button', { name: 'Transfer history' }));
    const words = await fallen('The transfer history can’t be shown.');
    expect(await screen.findByText('List of projects')).toBeInTheDocument();
    await userEvent.click(words.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('The transfer history can’t be shown.')).not.toBeInTheDocument();
    mockFaults.history = false;
    await userEvent.click(screen.getByRole('button', { name: 'Transfer history' }));
    expect(await screen.findByRole('dialog', { name: 'Transfer history' })).toBeInTheDocument();
  });
});

describe('a screen whose code does not come', () => {
  it('is asked for once more by itself', async () => {
    mockFaults.missing = 1;
    await visit('/acme/brains');
    expect(await screen.findByText('One project')).toBeInTheDocument();
  });

  it('says what may be the reason, and comes by "Try again" when the network is back', async () => {
    mockFaults.missing = 2;
    await visit('/acme/brains/upload');
    const words = await fallen(UNEXPECTED);
    expect(words.getByText(/the network is gone, or a newer version of the app/)).toBeInTheDocument();
    await userEvent.click(words.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Upload here')).toBeInTheDocument();
  });

  it('offers to reload, which the page asks about while an upload runs', async () => {
    mockFaults.missing = Infinity;
    const { upload, ports } = await visit('/acme/brains/TC042');
    upload();
    const words = await fallen(UNEXPECTED);
    await waitFor(() => expect(ports.recorded.unloadGuarded).toBe(true));
    await userEvent.click(words.getByRole('button', { name: 'Reload' }));
    expect(ports.recorded.assigns).toEqual(['/acme/brains/TC042']);
    expect(ports.recorded.unloadGuarded).toBe(true);
  });
});

describe('the report of an error', () => {
  async function copied(error: Error): Promise<string> {
    mockFaults.screen = error;
    const { upload, completions, ports } = await visit('/acme');
    signIn(ports, {
      access_token: anIdToken({ note: SECRET }),
      refresh_token: `refresh-${SECRET}`,
      session_token: `session-${SECRET}`,
    });
    upload();
    await waitFor(() => expect(completions).toHaveLength(1));
    act(() => ports.control.returnToPage());
    await userEvent.click((await fallen(UNEXPECTED)).getByRole('button', { name: 'Try again' }));
    const copy = (await fallen(UNEXPECTED)).getByRole('button', { name: 'Copy error report' });
    await userEvent.click(copy);
    await waitFor(() => expect(ports.recorded.copies).toHaveLength(1));
    expect(ports.recorded.toasts.at(-1)?.text).toBe('The error report is copied.');
    return ports.recorded.copies[0] ?? '';
  }

  it('can be copied, with what support needs to know', async () => {
    const report = await copied(new TypeError('x is not a function'));
    expect(report).toMatch(/^Data Manager error report$/m);
    expect(report).toMatch(/^When: 2030-01-02T03:04:05.000Z$/m);
    expect(report).toMatch(/^Version: 0\.0\.0\+test$/m);
    expect(report).toMatch(/^Part: screen$/m);
    expect(report).toMatch(/^Route: \/:sponsor$/m);
    expect(report).toMatch(/^Browser: Test Browser$/m);
    expect(report).toMatch(/^Error: TypeError: x is not a function$/m);
    expect(report).toMatch(/^Stack:\n {2}at /m);
    expect(report).toMatch(/^Components:\n {2}at ProjectListScreen/m);
    expect(report).toMatch(/^Lately:(\n.+)+uploads\/fileCompleted/m);
  });

  it('holds no token, link or query, whatever the error says', async () => {
    const link = `https://storage.test/${SECRET}/a?X-Amz-Signature=${SECRET}`;
    const report = await copied(new Error(`PUT ${link} with Bearer ${SECRET}: refresh-${SECRET}, ?token=${SECRET}`));
    expect(report).toContain('Error: PUT https://removed.invalid/');
    expect(report).not.toContain(SECRET);
    expect(document.body.textContent).not.toContain(SECRET);
  });
});
