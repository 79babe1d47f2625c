import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDataset, aProject } from '../../support/builders';
import { giveElementsSizes } from '../../support/elementSizes';
import { anIdToken, signIn } from '../../support/fakePorts';
import { createFakeServer } from '../../support/fakeServer';
import { renderApp } from '../../support/renderApp';

const SECRET = `dm_${'Ab1-_xyz'.repeat(6).slice(0, 43)}`;
const TOKEN = {
  id: 't1',
  name: 'microscope 2',
  scopes: ['read', 'upload'],
  path: 'acme/brains',
  expiresAt: '2027-02-28T22:59:59.000Z',
  userId: 'u1',
};

/** Without a layout, Mantine hides the menu as if its button were out of sight. */
const IN_MENU = { name: 'Access tokens', hidden: true };

let stop = (): void => undefined;
afterEach(() => stop());

async function start({ features = ['tokens'], isAdmin = false } = {}) {
  giveElementsSizes();
  const server = createFakeServer({
    'GET /config': { json: { features } },
    'GET /project': { json: [aProject()] },
    'GET /dataset/project-1': { json: { datasets: [aDataset()] } },
    'GET /tokens': { json: { tokens: [TOKEN] } },
    'POST /tokens': { json: { id: 't2', token: SECRET } },
    'DELETE /tokens/t1': { json: {} },
  });
  const claims = { name: 'Ada Member', 'custom:isAdmin': isAdmin ? 'True' : 'False' };
  const app = renderApp('/acme', server, (ports) => signIn(ports, { id_token: anIdToken(claims) }));
  ({ stop } = app);
  await screen.findByRole('button', { name: 'New project' });
  return { ...app, server, user: userEvent.setup() };
}

async function open(options?: { isAdmin?: boolean }) {
  const app = await start(options);
  await app.user.click(screen.getByRole('button', { name: 'Ada Member' }));
  await app.user.click(await screen.findByRole('menuitem', IN_MENU));
  const dialog = within(await screen.findByRole('dialog', { name: 'Access tokens' }));
  return { ...app, dialog };
}

test('the account has no menu without access tokens', async () => {
  await start({ features: [] });
  expect(screen.getByText('Ada Member')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Ada Member' })).not.toBeInTheDocument();
});

test('the account’s menu offers the command line for download', async () => {
  const { user } = await start();
  await user.click(screen.getByRole('button', { name: 'Ada Member' }));
  const item = await screen.findByRole('menuitem', { name: 'Download dm', hidden: true });
  expect(item).toHaveAttribute('href', '/cli/dm.mjs');
  expect(item).toHaveAttribute('download');
});

test('the account’s menu closes with Escape, and its button keeps the focus', async () => {
  const { user } = await start();
  await user.click(screen.getByRole('button', { name: 'Ada Member' }));
  await screen.findByRole('menuitem', IN_MENU);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem', IN_MENU)).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Ada Member' })).toHaveFocus());
});

test('a new access token is sent with its rights, place and end, and its secret is shown once', async () => {
  const { user, dialog, server, store, ports } = await open();
  const actions: unknown[] = [];
  const { dispatch } = store;
  jest.spyOn(store, 'dispatch').mockImplementation((action) => {
    actions.push(action);
    return dispatch(action as never);
  });
  const create = dialog.getByRole('button', { name: 'Create token' });
  expect(create).toBeDisabled();
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'night job');
  await user.click(dialog.getByRole('combobox', { name: 'Project' }));
  await user.click(await screen.findByRole('option', { name: aProject().title, hidden: true }));
  await user.click(await dialog.findByRole('combobox', { name: 'Dataset' }));
  await user.click(await screen.findByRole('option', { name: aDataset().dataset, hidden: true }));
  await user.click(dialog.getByRole('checkbox', { name: 'Upload files' }));
  await user.click(create);

  expect(await dialog.findByText(SECRET)).toBeVisible();
  const body = server.calls.find(({ method, path }) => method === 'POST' && path.endsWith('/tokens'))?.body;
  expect(body).toMatchObject({
    name: 'night job',
    scopes: ['read'],
    path: `acme/${aProject().title}/${aDataset().dataset}`,
  });
  const days = (Date.parse((body as { expiresAt: string }).expiresAt) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(89);
  expect(days).toBeLessThan(91.1);
  await user.click(dialog.getByRole('button', { name: 'Copy' }));
  expect(JSON.stringify(ports.recorded)).toContain(SECRET);

  expect(JSON.stringify([store.getState(), actions])).not.toContain(SECRET.slice(3));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText(SECRET)).not.toBeInTheDocument());
});

test('an access token that the server refuses shows the reason in the form', async () => {
  const { user, dialog, server } = await open();
  server.on('POST /tokens', { status: 409, json: { msg: 'You already have 100 access tokens.' } });
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'night job');
  await user.click(dialog.getByRole('button', { name: 'Create token' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('You already have 100 access tokens.');
});

test('an access token can be valid for at most a year', async () => {
  const { user, dialog } = await open();
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'night job');
  const until = dialog.getByLabelText('Valid until');
  await user.clear(until);
  await user.type(until, '2099-01-01');
  expect(dialog.getByText('Choose a day within a year')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Create token' })).toBeDisabled();
});

test('a revoked access token disappears from the list after a confirmation', async () => {
  const { user, dialog, server } = await open();
  const row = within(await dialog.findByRole('row', { name: /microscope 2/ }));
  expect(row.getByText('Never')).toBeInTheDocument();
  await user.click(row.getByRole('button', { name: 'Revoke microscope 2' }));
  const question = within(await screen.findByRole('dialog', { name: 'Revoke the access token?' }));
  server.on('GET /tokens', { json: { tokens: [] } });
  await user.click(question.getByRole('button', { name: 'Revoke' }));
  expect(await dialog.findByText('No access tokens')).toBeInTheDocument();
  expect(server.story()).toContain('DELETE /tokens/t1');
});

test('administrators see whose an access token is', async () => {
  const { dialog } = await open({ isAdmin: true });
  expect(await dialog.findByRole('columnheader', { name: 'User' })).toBeInTheDocument();
});
