import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fetchConfiguration } from '../../src/api/configuration';
import { aProject } from '../support/builders';
import { anIdToken, signIn } from '../support/fakePorts';
import { createFakeServer, type FakeAnswer, type FakeHandler, type FakeServer } from '../support/fakeServer';
import { renderApp } from '../support/renderApp';
import { pass } from '../support/virtualTime';

jest.mock('../../src/screens/ProjectListScreen', () => ({ ProjectListScreen: () => <h1>List of projects</h1> }));
jest.mock('../../src/screens/ProjectScreen', () => ({ ProjectScreen: () => <h1>One project</h1> }));
jest.mock('../../src/screens/UploadScreens', () => ({ ProjectUploadScreen: () => <h1>Upload here</h1> }));
jest.mock('../../src/screens/DatasetScreen', () => ({
  DatasetScreen: () => {
    throw new Error('A screen fell over');
  },
}));

const lists = {
  primary_modalities: {},
  secondary_modalities: {},
  partner_modalities: {},
  tissue_types: [],
  devices: [],
};

function serverWith(routes: Readonly<Record<string, FakeAnswer | FakeHandler>> = {}): FakeServer {
  return createFakeServer({
    'GET /config': { json: lists },
    'GET /project': { json: { projects: [aProject()] } },
    ...routes,
  });
}

describe('starting the app', () => {
  it('loads the configuration and the projects, then shows the screen', async () => {
    const open: ((answer: FakeAnswer) => void)[] = [];
    const held = () => new Promise<FakeAnswer>((resolve) => open.push(resolve));
    const server = serverWith({ 'GET /config': held, 'GET /project': held });
    renderApp('/acme', server, signIn);
    expect(await screen.findByRole('status')).toHaveTextContent('Loading...');
    await waitFor(() => expect(server.story()).toEqual(['GET /config']));
    open[0]?.({ json: lists });
    await waitFor(() => expect(server.story()).toEqual(['GET /config', 'GET /project']));
    expect(screen.queryByText('List of projects')).not.toBeInTheDocument();
    open[1]?.({ json: [aProject()] });
    expect(await screen.findByText('List of projects')).toBeInTheDocument();
  });

  it('continues without the remote configuration and shows a warning', async () => {
    const { ports } = renderApp(
      '/acme',
      serverWith({ 'GET /config': { status: 400, json: { msg: 'no lists' } } }),
      signIn,
    );
    expect(await screen.findByText('List of projects')).toBeInTheDocument();
    expect(ports.recorded.toasts).toEqual([{ text: 'Request failed with Error no lists', severity: 'error' }]);
  });

  it('continues if the remote configuration is slow, and requests it again for a form', async () => {
    jest.useFakeTimers();
    const server = serverWith({ 'GET /config': 'hanging' });
    const { ports, store } = renderApp('/acme', server, signIn);
    await act(() => pass(9_000));
    expect(server.story()).toEqual(['GET /config']);
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
    await act(() => pass(1_500));
    expect(await screen.findByText('List of projects')).toBeInTheDocument();
    expect(ports.recorded.toasts).toEqual([]);
    expect(screen.getByRole('region', { name: 'Connection' })).toHaveTextContent('The server can’t be reached.');
    server.on('GET /config', { json: lists });
    await act(() => store.dispatch(fetchConfiguration()));
    expect(server.story()).toEqual(['GET /config', 'GET /project', 'GET /config']);
    expect(screen.getByText('List of projects')).toBeInTheDocument();
  });

  it('says in one place that the server can’t be reached, and continues when it can', async () => {
    const server = serverWith({ 'GET /project': 'unreachable' });
    const { ports } = renderApp('/acme', server, signIn);
    expect(await screen.findByText(/The server can’t be reached/)).toBeInTheDocument();
    expect(screen.getByRole('group', { name: 'The projects could not be loaded' })).toBeVisible();
    expect(ports.recorded.toasts).toEqual([]);
    server.on('GET /project', { json: [] });
    act(() => ports.control.setOnline(true));
    expect(await screen.findByText('List of projects')).toBeInTheDocument();
    expect(screen.queryByText(/The server can’t be reached/)).not.toBeInTheDocument();
  });

  it('shows why the projects could not be loaded and offers a retry', async () => {
    const server = serverWith({ 'GET /project': { status: 400, json: { msg: 'broken' } } });
    renderApp('/acme', server, signIn);
    expect(await screen.findByText('Request failed with Error broken')).toBeInTheDocument();
    server.on('GET /project', { json: [] });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('List of projects')).toBeInTheDocument();
  });
});

describe('paths', () => {
  it.each(['/', '/other', '/other/brains', '/other/a/b/c/d'])(
    'paths without a sponsor or of another sponsor (%s) redirect to the user’s projects',
    async (path) => {
      const { router } = renderApp(path, serverWith(), signIn);
      expect(await screen.findByText('List of projects')).toBeInTheDocument();
      expect(router.state.location.pathname).toBe('/acme');
    },
  );

  it('paths of the user’s sponsor are shown', async () => {
    renderApp('/acme/brains/upload', serverWith(), signIn);
    expect(await screen.findByText('Upload here')).toBeInTheDocument();
  });

  it('restores a path that was requested before the login, once', async () => {
    const { router, ports } = renderApp('/', serverWith(), (fake) => {
      signIn(fake);
      fake.sessionStorage.set('path-before-login', '/acme/brains');
    });
    expect(await screen.findByText('One project')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/acme/brains');
    await waitFor(() => expect(ports.sessionStorage.keys()).toEqual([]));
  });

  it('paths with a malformed encoding do not break the page', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    renderApp('/acme/50%', serverWith(), signIn);
    expect(await screen.findByText('One project')).toBeInTheDocument();
  });

  it.each(['/acme/a/b/c/d', '/acme/a/b/c'])(
    'paths that do not exist (%s) show a message with a link back',
    async (path) => {
      renderApp(path, serverWith(), signIn);
      expect(await screen.findByText('Page not found')).toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Back to b' })).toHaveAttribute('href', '/acme/a/b');
      expect(screen.getByRole('button', { name: 'Logout' })).toBeInTheDocument();
    },
  );

  it('paths that do not exist require a login first', async () => {
    renderApp('/acme/a/b/c/d', serverWith());
    expect(await screen.findByRole('dialog', { name: 'Login Failed' })).toBeInTheDocument();
    expect(screen.queryByText('Page not found')).not.toBeInTheDocument();
  });
});

describe('the header', () => {
  it('links the product to the home page and the breadcrumbs to their paths', async () => {
    renderApp('/acme/brains', serverWith(), signIn);
    await screen.findByText('One project');
    expect(screen.getByRole('link', { name: 'Data Manager' })).toHaveAttribute('href', 'https://www.test/');
    const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' });
    expect(crumbs.querySelector('a')).toHaveAttribute('href', '/acme');
    expect(crumbs.querySelector('[aria-current="page"]')).toHaveTextContent('brains');
  });

  it('the button Logout logs out and keeps only the download list', async () => {
    const { ports } = renderApp('/acme', serverWith(), signIn);
    await screen.findByText('List of projects');
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    expect(ports.recorded.assigns).toEqual(['https://id.test/logout']);
    expect(ports.localStorage.keys().filter((key) => key !== 'download-list')).toEqual([]);
    expect(ports.recorded.cookies.size).toBe(0);
  });

  it('shows that the browser is offline, and nothing while it is online', async () => {
    const { ports } = renderApp('/acme', serverWith(), signIn);
    await screen.findByText('List of projects');
    expect(screen.queryByText(/line$/)).not.toBeInTheDocument();
    expect(screen.queryByText(/You’re offline/)).not.toBeInTheDocument();
    act(() => ports.control.setOnline(false));
    expect(screen.getByText('offline')).toBeInTheDocument();
    expect(screen.getByText(/You’re offline. Transfers resume automatically./)).toBeVisible();
    act(() => ports.control.setOnline(true));
    expect(screen.queryByText(/offline/)).not.toBeInTheDocument();
  });

  it('names the signed-in user with sponsor and role', async () => {
    renderApp('/acme', serverWith(), signIn);
    await screen.findByText('List of projects');
    expect(screen.getByRole('banner')).toHaveTextContent(/user-1acme · (Admin|Member)/);
  });

  it('switches the color scheme and stores it outside local storage', async () => {
    const { ports } = renderApp('/acme', serverWith(), signIn);
    await userEvent.click(await screen.findByRole('button', { name: 'Switch to dark colours' }));
    expect(await screen.findByRole('button', { name: 'Switch to light colours' })).toBeInTheDocument();
    expect(ports.localStorage.keys().join()).not.toMatch(/color|scheme/);
    expect(localStorage).toHaveLength(0);
  });
});

describe('the login modal', () => {
  it('the login modal covers the app without a session, and sends no requests', async () => {
    const server = serverWith();
    renderApp('/acme/brains', server);
    const modal = await screen.findByRole('dialog', { name: 'Login Failed' });
    expect(modal).toHaveTextContent('Please login again to download your data.');
    expect(server.calls).toEqual([]);
  });

  it('the login modal invites the user to sign in above its title if there is no session value at all', async () => {
    renderApp('/acme/brains', serverWith());
    const modal = await screen.findByRole('dialog', { name: 'Login Failed' });
    expect(modal).toHaveTextContent(/^Sign in to see your projects\.Login Failed/);
  });

  it('the login modal stores the path and opens the login page', async () => {
    const { ports } = renderApp('/acme/brains', serverWith());
    await userEvent.click(await screen.findByRole('button', { name: 'Login' }));
    expect(ports.recorded.assigns).toEqual(['https://id.test/login']);
    expect(ports.sessionStorage.get('path-before-login')).toBe('/acme/brains');
  });

  it('the login modal can’t be closed', async () => {
    renderApp('/acme', serverWith());
    await screen.findByRole('dialog', { name: 'Login Failed' });
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'Login Failed' })).toBeInTheDocument();
  });

  it('the login modal keeps the page when the session is lost, and closes when it returns', async () => {
    const { ports } = renderApp('/acme', serverWith(), signIn);
    const list = await screen.findByText('List of projects');
    ports.recorded.cookies.clear();
    act(() => ports.control.returnToPage());
    expect(await screen.findByRole('dialog', { name: 'Login Failed' })).toBeInTheDocument();
    expect(list).toBeInTheDocument();
    act(() => void signIn(ports));
    act(() => ports.control.returnToPage());
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(list).toBeInTheDocument();
  });

  it('the login modal appears after a rejected refresh, without further toasts', async () => {
    const server = serverWith({ 'GET /config': { status: 401 }, 'POST /auth/token': { status: 400 } });
    const { ports } = renderApp('/acme', server, signIn);
    expect(await screen.findByRole('dialog', { name: 'Login Failed' })).toBeInTheDocument();
    expect(ports.recorded.toasts.map(({ text }) => text)).toEqual([
      'Unauthorized access. Attempting to refresh tokens...',
    ]);
  });

  it('the login modal closes, and the app fetches the projects, when another user signs in', async () => {
    const server = serverWith();
    const { ports, router } = renderApp('/acme', server, signIn);
    await screen.findByText('List of projects');
    act(() => {
      signIn(ports, { sponsor_id: 'other', user_id: 'user-9', id_token: anIdToken({}), access_token: 'access-9' });
      ports.control.returnToPage();
    });
    await waitFor(() => expect(router.state.location.pathname).toBe('/other'));
    await waitFor(() => {
      const last = server.calls.at(-1);
      expect(last?.path).toBe('/project');
      expect(last?.headers.get('Authorization')).toBe('Bearer access-9');
    });
  });

  it('the app clears the page when another user of the same sponsor signs in', async () => {
    const { ports } = renderApp('/acme', serverWith(), signIn);
    const before = await screen.findByText('List of projects');
    ports.toast('a.tif is deleted.', 'success');
    act(() => {
      signIn(ports, { user_id: 'user-9', access_token: 'access-9' });
      ports.control.returnToPage();
    });
    await waitFor(() => expect(before).not.toBeInTheDocument());
    await waitFor(() => expect(ports.recorded.toasts).toEqual([]));
    expect(await screen.findByText('List of projects')).toBeInTheDocument();
  });
});
