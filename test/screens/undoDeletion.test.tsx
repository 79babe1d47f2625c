import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DatasetScreen } from '../../src/screens/DatasetScreen';
import { placeDeleted, placeRestored } from '../../src/transfers/deletedPlaces';
import { aDataset, anOwner, aProject } from '../support/builders';
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

describe('the toast after a deletion', () => {
  it('offers to undo it', async () => {
    const { page, toast } = await deleteDataset(false, ['datasets.restore']);
    expect(toast).toMatchObject({ text: 'Dataset “TC042” deleted.', action: { label: 'Undo' } });
    act(() => toast?.action?.run());
    await waitFor(() => expect(page.server.story()).toContain('POST /dataset/dataset-1/restore'));
    await waitFor(() => expect(page.actions).toContainEqual(placeRestored({ path: 'acme/brains/TC042' })));
  });

  it('closes when its project is deleted, also in another tab', async () => {
    const { page } = await deleteDataset(false, ['datasets.restore']);
    act(() => void page.store.dispatch(placeDeleted({ path: 'acme/brains', isPermanent: false, fromOtherTab: true })));
    await waitFor(() => expect(page.ports.recorded.toasts).toEqual([]));
  });

  it('stays when another project is deleted', async () => {
    const { page } = await deleteDataset(false, ['datasets.restore']);
    act(() => void page.store.dispatch(placeDeleted({ path: 'acme/brain', isPermanent: false })));
    expect(page.ports.recorded.toasts).toHaveLength(1);
  });

  it('appears together with the event that ends the dataset’s transfers', async () => {
    const { page } = await deleteDataset(true, ['datasets.restore']);
    expect(page.actions).toContainEqual(placeDeleted({ path: 'acme/brains/TC042', isPermanent: true }));
  });

  it('does not offer to undo a permanent deletion', async () => {
    expect((await deleteDataset(true, ['datasets.restore'])).toast?.action).toBeUndefined();
  });

  it('does not offer to undo it if the server can’t', async () => {
    expect((await deleteDataset(false, undefined)).toast?.action).toBeUndefined();
  });
});
