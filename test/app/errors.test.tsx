import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { downloadRequested } from '../../src/transfers/downloads/downloadsSlice';
import { uploadRequested } from '../../src/transfers/uploads/uploadsSlice';
import { aProject } from '../support/builders';
import { chosenFile } from '../support/chosenFile';
import { giveElementsSizes } from '../support/elementSizes';
import { anIdToken, signIn } from '../support/fakePorts';
import { createGate } from '../support/gate';
import { renderApp } from '../support/renderApp';
import { aFile, createFakeStorage } from '../transfers/uploads/fakeStorage';

const SECRET = 'MARKED-0123456789';

/** Which component throws, and how often the code of a screen fails to load. */
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
function mockLazily<Screen>(screen: Screen): Screen {
  mockFaults.asked += 1;
  if (mockFaults.asked > mockFaults.missing) return screen;
  throw Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
}
jest.mock('../../src/screens/ProjectScreen', () => mockLazily({ ProjectScreen: () => <h1>One project</h1> }));
// A module that has loaded stays loaded, so each test of a failed load uses a different screen.
jest.mock('../../src/screens/UploadScreens', () => mockLazily({ ProjectUploadScreen: () => <h1>Upload here</h1> }));
jest.mock('../../src/screens/DatasetScreen', () => mockLazily({ DatasetScreen: () => <h1>One dataset</h1> }));
jest.mock('../../src/features/transfers/TransfersPanel', () => ({
  TransfersPanel: () => {
    if (mockFaults.panel) throw new Error('The panel is broken');
    return <section aria-label="Transfers" />;
  },
}));
jest.mock('@data-manager/domain/navigation/routePath', () => ({
  ...jest.requireActual<object>('@data-manager/domain/navigation/routePath'),
  breadcrumbs: () => {
    if (mockFaults.header) throw new Error('The breadcrumbs are broken');
    return [];
  },
  redirectFor: () => {
    if (mockFaults.gate) throw new Error('The gate is broken');
  },
}));
jest.mock('../../src/transfers/interrupted/interruptedSlice', () => ({
  ...jest.requireActual<object>('../../src/transfers/interrupted/interruptedSlice'),
  selectHasInterrupted: () => {
    if (mockFaults.interrupted) throw new Error('The bar is broken');
    return false;
  },
}));
jest.mock('../../src/features/transfers/TransferAnnouncements', () => ({
  TransferAnnouncements: () => {
    if (mockFaults.announcements) throw new Error('The announcements is broken');
    return null;
  },
}));
jest.mock('../../src/features/activity/ActivityDialog', () => ({
  ActivityDialog: () => {
    if (mockFaults.history) throw new Error('The history is broken');
    return <div role="dialog" aria-label="Transfer history" />;
  },
}));

beforeEach(() => {
  giveElementsSizes();
  Object.assign(mockFaults, NO_FAULTS);
  // React logs every error that a boundary catches.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

async function visit(path: string) {
  const storage = createFakeStorage();
  const { server } = storage;
  server.on('GET /config', { json: {} });
  server.on('GET /project', { json: { projects: [aProject()] } });
  server.on('POST /download', { json: { ref: 'ref-1', url: 'https://files.test/a.zip' } });
  const started = renderApp(path, server, signIn, storage.ports);
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

const findFallback = (name: string) =>
  screen.findByText(name).then((title) => within(title.closest('[role="alert"]')!));
const UNEXPECTED = 'Unexpected Application Error!';

it('an error in a screen does not stop a running upload', async () => {
  const { upload, server, store, router } = await visit('/acme/brains');
  const completion = createGate();
  server.on('POST /upload/complete', () => completion.pass().then(() => ({ json: {} })));
  await screen.findByText('One project');
  upload();
  await completion.reached;
  mockFaults.screen = new Error('A screen is broken');
  await act(() => router.navigate('/acme'));
  expect(await screen.findByText(UNEXPECTED)).toBeInTheDocument();
  expect(store.getState().uploads.files).toHaveLength(1);
  completion.open();
  await waitFor(() => expect(store.getState().uploads.files).toEqual([]));
});

it('an error in a screen keeps the header and the transfers, and "Try again" shows the screen again', async () => {
  mockFaults.screen = new Error('A screen is broken');
  const { upload, completions } = await visit('/acme');
  const fallback = await findFallback(UNEXPECTED);
  expect(fallback.getByText(/Uploads and downloads continue/)).toBeInTheDocument();
  expect(fallback.getByText('Error: A screen is broken')).toBeInTheDocument();
  upload();
  expect(await screen.findByRole('region', { name: 'Transfers' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Logout' })).toBeInTheDocument();
  await waitFor(() => expect(completions).toHaveLength(1));
  mockFaults.screen = undefined;
  await userEvent.click(fallback.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('List of projects')).toBeInTheDocument();
  expect(screen.queryByText(UNEXPECTED)).not.toBeInTheDocument();
});

it('an error in a screen disappears on another page', async () => {
  mockFaults.screen = new Error('A screen is broken');
  const { router } = await visit('/acme');
  await findFallback(UNEXPECTED);
  await act(() => router.navigate('/acme/brains'));
  expect(await screen.findByText('One project')).toBeInTheDocument();
  expect(screen.queryByText(UNEXPECTED)).not.toBeInTheDocument();
});

it('an error in the transfers panel stops neither the page nor a download, which is still saved', async () => {
  mockFaults.panel = true;
  const { download, ports } = await visit('/acme');
  download();
  const fallback = await findFallback('The transfers can’t be shown.');
  expect(await screen.findByText('List of projects')).toBeInTheDocument();
  await waitFor(() => expect(ports.recorded.saves).toHaveLength(1));
  expect(ports.recorded.saves[0]?.url).toBe('https://files.test/a.zip');
  expect(fallback.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});

it('an error in the transfers panel disappears after "Try again" once its cause is gone', async () => {
  mockFaults.panel = true;
  const { upload, failPart } = await visit('/acme');
  failPart(1, 'hanging');
  upload();
  const fallback = await findFallback('The transfers can’t be shown.');
  mockFaults.panel = false;
  await userEvent.click(fallback.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Transfers' })).toBeInTheDocument();
});

it.each<['header' | 'interrupted', string]>([
  ['header', 'The header can’t be shown.'],
  ['interrupted', 'The interrupted upload can’t be shown.'],
])(
  'an error in the %s part affects neither the page nor the transfers, and "Try again" shows the part again',
  async (part, title) => {
    mockFaults[part] = true;
    const { upload, completions } = await visit('/acme');
    const fallback = await findFallback(title);
    expect(await screen.findByText('List of projects')).toBeInTheDocument();
    upload();
    expect(await screen.findByRole('region', { name: 'Transfers' })).toBeInTheDocument();
    await waitFor(() => expect(completions).toHaveLength(1));
    mockFaults[part] = false;
    await userEvent.click(fallback.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(title)).not.toBeInTheDocument());
  },
);

it('an error in the frame around the screens keeps the header and the transfers, and "Try again" shows it again', async () => {
  mockFaults.gate = true;
  const { upload } = await visit('/acme');
  const fallback = await findFallback(UNEXPECTED);
  upload();
  expect(await screen.findByRole('region', { name: 'Transfers' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Logout' })).toBeInTheDocument();
  mockFaults.gate = false;
  await userEvent.click(fallback.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('List of projects')).toBeInTheDocument();
});

it('an error in the announcements of transfers affects neither the page nor the panel', async () => {
  mockFaults.announcements = true;
  const { upload } = await visit('/acme');
  upload();
  expect(await screen.findByText('List of projects')).toBeInTheDocument();
  expect(await screen.findByRole('region', { name: 'Transfers' })).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('an error in the transfer history does not affect the page, and can be closed', async () => {
  mockFaults.history = true;
  await visit('/acme');
  await userEvent.click(await screen.findByRole('button', { name: 'Transfer history' }));
  const fallback = await findFallback('The transfer history can’t be shown.');
  expect(await screen.findByText('List of projects')).toBeInTheDocument();
  await userEvent.click(fallback.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('The transfer history can’t be shown.')).not.toBeInTheDocument();
  mockFaults.history = false;
  await userEvent.click(screen.getByRole('button', { name: 'Transfer history' }));
  expect(await screen.findByRole('dialog', { name: 'Transfer history' })).toBeInTheDocument();
});

it('a screen whose code fails to load is loaded once more automatically', async () => {
  mockFaults.missing = 1;
  await visit('/acme/brains');
  expect(await screen.findByText('One project')).toBeInTheDocument();
});

it('a screen whose code fails to load names the likely cause, and loads by "Try again" once the network is back', async () => {
  mockFaults.missing = Infinity;
  await visit('/acme/brains/upload');
  const fallback = await findFallback(UNEXPECTED);
  expect(fallback.getByText(/you are offline, or a newer version of the app/)).toBeInTheDocument();
  mockFaults.missing = 0;
  await userEvent.click(fallback.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Upload here')).toBeInTheDocument();
});

it('a screen whose code fails to load offers to reload, with a confirmation while an upload runs', async () => {
  mockFaults.missing = Infinity;
  const { upload, failPart, ports } = await visit('/acme/brains/TC042');
  failPart(1, 'hanging');
  upload();
  const fallback = await findFallback(UNEXPECTED);
  await waitFor(() => expect(ports.recorded.unloadGuarded).toBe(true));
  await userEvent.click(fallback.getByRole('button', { name: 'Reload' }));
  expect(ports.recorded.assigns).toEqual(['/acme/brains/TC042']);
  expect(ports.recorded.unloadGuarded).toBe(true);
});

it('a screen whose code failed to load is loaded as soon as the browser is back online', async () => {
  mockFaults.missing = Infinity;
  const { ports } = await visit('/acme/brains/TC042');
  await findFallback(UNEXPECTED);
  act(() => ports.control.setOnline(false));
  expect(screen.getByText(UNEXPECTED)).toBeInTheDocument();
  mockFaults.missing = 0;
  act(() => ports.control.setOnline(true));
  expect(await screen.findByText('One dataset')).toBeInTheDocument();
  expect(screen.queryByText(UNEXPECTED)).not.toBeInTheDocument();
});

describe('the error report', () => {
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
    await userEvent.click((await findFallback(UNEXPECTED)).getByRole('button', { name: 'Try again' }));
    const copy = (await findFallback(UNEXPECTED)).getByRole('button', { name: 'Copy error report' });
    await userEvent.click(copy);
    await waitFor(() => expect(ports.recorded.copies).toHaveLength(1));
    expect(ports.recorded.toasts.at(-1)?.text).toBe('Error report copied.');
    return ports.recorded.copies[0] ?? '';
  }

  it('the error report is copied with the details that support needs', async () => {
    const report = await copied(new TypeError('x is not a function'));
    expect(report).toMatch(/^Data Manager error report$/m);
    expect(report).toMatch(/^When: 2030-01-02T03:04:05.000Z$/m);
    expect(report).toMatch(/^Version: 0\.0\.0\+test$/m);
    expect(report).toMatch(/^Part: screen$/m);
    expect(report).toMatch(/^Route: \/:sponsorId$/m);
    expect(report).toMatch(/^Browser: Test Browser$/m);
    expect(report).toMatch(/^Error: TypeError: x is not a function$/m);
    expect(report).toMatch(/^Stack:\n {2}at /m);
    // React calls the broken component to find its frame, which can have the text of an earlier error.
    expect(report).toMatch(/^Components:\n(?:.+\n)*? *at \w*Screen/m);
  });

  it('the error report contains no token, link or query of any error message', async () => {
    const link = `https://storage.test/${SECRET}/a?X-Amz-Signature=${SECRET}`;
    const report = await copied(new Error(`PUT ${link} with Bearer ${SECRET}: refresh-${SECRET}, ?token=${SECRET}`));
    expect(report).toContain('Error: PUT https://removed.invalid/');
    expect(report).not.toContain(SECRET);
    expect(document.body.textContent).not.toContain(SECRET);
  });
});
