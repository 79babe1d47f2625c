import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { formatDay } from '@data-manager/lib/formatTime';
import type { Feature } from '../../src/api/configuration';
import { DatasetScreen } from '../../src/screens/DatasetScreen';
import { placeDeleted, placeRestored } from '../../src/transfers/deletedPlaces';
import { aDataset, anOwner, aProject } from '../support/builders';
import { FAKE_NOW_MS } from '../support/fakePorts';
import { renderRoute } from '../support/renderRoute';

const server = {
  'GET /project': { json: { projects: [aProject()] } },
  'GET /dataset/project-1': { json: { datasets: [aDataset()] } },
  'GET /manage/files': { json: { files: [] } },
  'DELETE /dataset/dataset-1': { json: {} },
  'POST /dataset/dataset-1/restore': { json: aDataset() },
};

async function deleteDataset(isPermanent: boolean, features: Parameters<typeof renderRoute>[1]['features']) {
  const page = renderRoute(<DatasetScreen />, {
    at: '/acme/brains/TC042',
    owner: anOwner({ isAdmin: true }),
    server,
    ...(features && { features }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Dataset' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete dataset' });
  if (isPermanent) await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Delete permanently' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(page.ports.recorded.toasts).toHaveLength(1));
  return { page, toast: page.ports.recorded.toasts[0] };
}

/** Opens the dialog that deletes the dataset on a server that keeps deleted data for 30 days. */
async function openDialog(isAdmin: boolean, features: readonly Feature[]) {
  renderRoute(<DatasetScreen />, {
    at: '/acme/brains/TC042',
    owner: anOwner({ isAdmin }),
    server: { ...server, 'GET /config': { json: { restore_days: 30 } } },
    features,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Dataset' }));
  return within(await screen.findByRole('dialog', { name: 'Delete dataset' }));
}

describe('the dialog that deletes a dataset', () => {
  const until = formatDay(FAKE_NOW_MS + 30 * 24 * 60 * 60 * 1_000);
  const ALL: readonly Feature[] = ['datasets.restore', 'deleted.list'];

  it.each<[string, boolean]>([
    ['an administrator', true],
    ['a member', false],
  ])('the dialog tells %s until when the dataset can be restored, and where', async (_who, isAdmin) => {
    const dialog = await openDialog(isAdmin, ALL);
    expect(await dialog.findByText(`You can restore it until ${until} in Activity.`)).toBeVisible();
  });

  it('the dialog no longer says so once `Delete permanently` is chosen', async () => {
    const dialog = await openDialog(true, ALL);
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Delete permanently' }));
    expect(dialog.queryByText(/You can restore it/)).not.toBeInTheDocument();
  });

  it('the dialog says that the deletion can be undone at once if the server does not list deleted data', async () => {
    const dialog = await openDialog(false, ['datasets.restore']);
    expect(dialog.getByText('You can undo this right afterwards.')).toBeVisible();
  });

  it('the dialog promises nothing if the server can’t restore datasets', async () => {
    const dialog = await openDialog(true, ['deleted.list']);
    expect(dialog.queryByText(/^You can/)).not.toBeInTheDocument();
  });
});

it('the toast after a deletion offers to undo it', async () => {
  const { page, toast } = await deleteDataset(false, ['datasets.restore']);
  expect(toast).toMatchObject({ text: 'Dataset “TC042” deleted.', action: { label: 'Undo' } });
  act(() => toast?.action?.run());
  await waitFor(() => expect(page.server.story()).toContain('POST /dataset/dataset-1/restore'));
  await waitFor(() => expect(page.actions).toContainEqual(placeRestored({ path: 'acme/brains/TC042' })));
});

it('the toast after a deletion closes when its project is deleted, also in another tab', async () => {
  const { page } = await deleteDataset(false, ['datasets.restore']);
  act(() => void page.store.dispatch(placeDeleted({ path: 'acme/brains', isPermanent: false, fromOtherTab: true })));
  await waitFor(() => expect(page.ports.recorded.toasts).toEqual([]));
});

it('the toast after a deletion stays when another project is deleted', async () => {
  const { page } = await deleteDataset(false, ['datasets.restore']);
  act(() => void page.store.dispatch(placeDeleted({ path: 'acme/brain', isPermanent: false })));
  expect(page.ports.recorded.toasts).toHaveLength(1);
});

it('the toast after a permanent deletion does not offer to undo it, and appears with the event that ends the dataset’s transfers', async () => {
  const { page, toast } = await deleteDataset(true, ['datasets.restore']);
  expect(toast?.action).toBeUndefined();
  expect(page.actions).toContainEqual(placeDeleted({ path: 'acme/brains/TC042', isPermanent: true }));
});

it('the toast after a deletion does not offer to undo it if the server can’t', async () => {
  expect((await deleteDataset(false, undefined)).toast?.action).toBeUndefined();
});
