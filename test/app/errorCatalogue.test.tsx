import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { ERROR_CATALOGUE, type FailureChannel } from '@data-manager/domain/failures/errorCatalogue';
import { start } from '../../src/app/start';
import { downloadRequested } from '../../src/transfers/downloads/downloadsSlice';
import { cancelRequested, uploadRequested } from '../../src/transfers/uploads/uploadsSlice';
import { aDataset, aProject } from '../support/builders';
import { giveElementsSizes } from '../support/elementSizes';
import { signIn } from '../support/fakePorts';
import { createFakeServer, inSequence, type FakeAnswer, type FakeHandler } from '../support/fakeServer';
import { renderApp, type RenderedApp } from '../support/renderApp';

jest.mock('../../src/screens/NotFound', () => ({
  NotFoundScreen: () => {
    throw new Error('A screen fell over');
  },
}));

const LISTS = {
  primary_modalities: {},
  secondary_modalities: {},
  partner_modalities: {},
  tissue_types: [],
  devices: [],
  attributes: {},
};
const PROJECTS: FakeAnswer = { json: { projects: [aProject()] } };
const TOKENS: FakeAnswer = { json: { access_token: 'access-2', id_token: 'id-2', domain: 'app.test' } };
const IMAGE = { key: 'acme/brains/TC042/TC042_S000001_L01_ch01.tif', size: 1024 };

/** Renders the app for a signed-in user and waits for the code of its screen. */
async function visit(path: string, routes: Readonly<Record<string, FakeAnswer | FakeHandler>> = {}) {
  giveElementsSizes();
  const server = createFakeServer({
    'GET /config': { json: LISTS },
    'GET /project': PROJECTS,
    'GET /dataset/project-1': { json: { datasets: [aDataset()] } },
    'GET /manage/files': { json: { files: [IMAGE] } },
    'GET /pipeline/*': { status: 404, json: {} },
    ...routes,
  });
  const rendered = renderApp(path, server, signIn);
  await waitFor(() => expect(rendered.router.state.initialized).toBe(true));
  return { ...rendered, server };
}

/** The toasts and log entries that appeared. */
interface Seen {
  readonly toasts: readonly string[];
  readonly logs: readonly string[];
}

/** Calls that the page makes in addition to the tested one. */
async function untilSeen({ ports }: RenderedApp, isThere: (seen: Seen) => boolean): Promise<Seen> {
  const seen = (): Seen => ({ toasts: ports.recorded.toasts.map(({ text }) => text), logs: ports.recorded.logs });
  await waitFor(() => expect(isThere(seen())).toBe(true));
  return seen();
}

const untilToast = (visited: RenderedApp, text: string) => untilSeen(visited, ({ toasts }) => toasts.includes(text));

async function choose(name: string): Promise<void> {
  const input = await screen.findByLabelText('Files to upload');
  const file = Object.defineProperty(new File(['x'], name), 'webkitRelativePath', { value: '' });
  fireEvent.change(input, { target: { files: [file] } });
}

function upload({ store, ports }: RenderedApp): void {
  const id = ports.files.add(new File(['x'], 'a.tif', { lastModified: 0 }));
  const file = { id, name: 'a.tif', size: 1, lastModified: 0, webkitRelativePath: '' };
  act(() => void store.dispatch(uploadRequested({ keyPrefix: 'brains', files: [file] })));
}

/** A real one would keep the test running. */
class SilentChannel extends EventTarget implements BroadcastChannel {
  readonly name = 'none';
  readonly onmessage = null;
  readonly onmessageerror = null;
  close(): void {}
  postMessage(): void {}
}

interface RowOfTheSpecification {
  readonly text: string;
  readonly channel: FailureChannel;
  /** Creates the situation and returns what the user sees. */
  readonly meet: (text: string) => Promise<void>;
}

/** The specification's table with its exact texts. A missing row is a type error. */
const ROWS: { readonly [Row in keyof typeof ERROR_CATALOGUE]: RowOfTheSpecification } = {
  unauthorized: {
    text: 'Unauthorized access. Attempting to refresh tokens...',
    channel: 'toast',
    meet: async (text) => {
      const refused: readonly FakeAnswer[] = [{ status: 401 }, { json: { code: 'UNAUTHORIZED' } }];
      for (const answer of refused) {
        const visited = await visit('/acme', {
          'GET /project': inSequence(answer, PROJECTS),
          'POST /auth/token': TOKENS,
        });
        expect(await untilToast(visited, text)).toMatchObject({ toasts: [text] });
        expect(await screen.findByRole('link', { name: 'brains' })).toBeInTheDocument();
        visited.view.unmount();
        visited.stop();
      }
    },
  },
  sessionLost: {
    text: 'Please login again to download your data.',
    channel: 'modal',
    meet: async (text) => {
      const { ports } = await visit('/acme', { 'GET /project': { status: 401 }, 'POST /auth/token': { status: 401 } });
      expect(await screen.findByRole('dialog', { name: 'Login Failed' })).toHaveTextContent(text);
      expect(ports.localStorage.keys().filter((key) => key !== 'download-list')).toEqual([]);
    },
  },
  forbidden: {
    text: 'Forbidden access. Request admin to perform this action',
    channel: 'toast',
    meet: async (text) => {
      const visited = await visit('/acme', { 'GET /project': { status: 403, json: { msg: 'members only' } } });
      expect(await untilToast(visited, text)).toMatchObject({ toasts: [text] });
    },
  },
  notFound: {
    text: 'Not found',
    channel: 'log',
    meet: async () => {
      const visited = await visit('/acme/brains', {
        'GET /manage/files': { status: 404, json: { msg: 'No such folder' } },
      });
      const { toasts } = await untilSeen(visited, ({ logs }) => logs.includes('No such folder'));
      expect(toasts).toEqual([]);
    },
  },
  otherError: {
    text: 'Request failed with Error',
    channel: 'toast',
    meet: async (text) => {
      const visited = await visit('/acme', { 'GET /project': { status: 409, json: { msg: 'The disk is full' } } });
      await untilToast(visited, `${text} The disk is full`);
    },
  },
  previewFailed: {
    text: '',
    channel: 'silent',
    meet: async () => {
      const refusals: readonly FakeAnswer[] = [{ status: 403 }, { status: 504 }, 'unreachable', { status: 404 }];
      for (const refusal of refusals) {
        const { view, server, stop, ports } = await visit('/acme/brains/TC042', {
          'GET /get-thumbnail-image/*': refusal,
        });
        await waitFor(() => expect(server.story().join()).toContain('GET /get-thumbnail-image/'));
        expect(await screen.findByText('TC042_S000001_L01_ch01.tif')).toBeInTheDocument();
        await waitFor(() => expect(view.container.querySelector('[data-loading]')).toBeNull());
        expect(ports.recorded).toMatchObject({ toasts: [], logs: [] });
        view.unmount();
        stop();
      }
    },
  },
  downloadNotStarted: {
    text: 'error starting download',
    channel: 'toast',
    meet: async (text) => {
      const visited = await visit('/acme', { 'POST /download': { status: 400, json: { msg: 'no' } } });
      await visited.rehydrated();
      const folder = { path: 'acme/brains', title: 'brains', downsampled: false };
      act(() => void visited.store.dispatch(downloadRequested(folder)));
      expect(await untilToast(visited, text)).toMatchObject({ toasts: [text] });
    },
  },
  uploadFailed: {
    text: 'Error uploading file.',
    channel: 'toast',
    meet: async (text) => {
      const visited = await visit('/acme', { 'POST /upload/start': { status: 400, json: { msg: 'no' } } });
      await visited.rehydrated();
      upload(visited);
      expect(await untilToast(visited, text)).toMatchObject({ toasts: [text] });
      expect(await screen.findByRole('button', { name: 'retry' })).toBeInTheDocument();
    },
  },
  uploadAborted: {
    text: 'Upload was aborted.',
    channel: 'toast',
    meet: async (text) => {
      const visited = await visit('/acme', { 'POST /upload/start': { json: { uploadId: 'up-1' } } });
      await visited.rehydrated();
      upload(visited);
      act(() => void visited.store.dispatch(cancelRequested()));
      await untilToast(visited, text);
      expect(visited.store.getState().uploads.files).toEqual([]);
    },
  },
  invalidFileName: {
    text: 'Invalid fileName, please check the file name to be in DATASET_NAME_SXXXXXX_LXX_chXX format',
    channel: 'inline',
    meet: async (text) => {
      const { ports } = await visit('/acme/brains/TC042/upload');
      await choose('holiday.tif');
      expect(await screen.findByText(text, { exact: true })).toBeInTheDocument();
      expect(ports.recorded.toasts).toEqual([]);
    },
  },
  sectionTooLarge: {
    text: 'invalid total Sections',
    channel: 'inline',
    meet: async (text) => {
      const { ports } = await visit('/acme/brains/TC042/upload');
      await choose('TC042_S000025_L01_ch01.tif');
      expect(await screen.findByText(text, { exact: true })).toBeInTheDocument();
      expect(ports.recorded.toasts).toEqual([]);
    },
  },
  startupConfig: {
    text: 'Config validation error',
    channel: 'page',
    meet: async (text) => {
      document.body.innerHTML = '<div id="root"></div>';
      window.BroadcastChannel = SilentChannel;
      window.fetch = () => Promise.resolve(new Response('{"apiUrl":"none"}'));
      await act(() => start());
      expect(await screen.findByRole('alert')).toHaveTextContent(`${text}: "apiUrl" is not an absolute http(s) URL`);
      document.body.replaceChildren();
    },
  },
  routing: {
    text: 'Unexpected Application Error!',
    channel: 'page',
    meet: async (text) => {
      jest.spyOn(console, 'error').mockImplementation(() => undefined);
      jest.spyOn(console, 'warn').mockImplementation(() => undefined);
      await visit('/acme/there/is/no/such/place');
      expect(await screen.findByText(text, { exact: true })).toBeInTheDocument();
    },
  },
};

it.each(Object.entries(ROWS))('the error catalogue reports %s as specified', async (row, { text, channel, meet }) => {
  expect(Object.entries(ERROR_CATALOGUE)).toContainEqual([row, { text, channel }]);
  await meet(text);
});
