import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { placeRestored } from '../../../src/transfers/deletedPlaces';
import { aDataset, aProject } from '../../support/builders';
import { giveElementsSizes } from '../../support/elementSizes';
import { anIdToken, signIn } from '../../support/fakePorts';
import { createFakeServer, type FakeServer } from '../../support/fakeServer';
import { renderApp } from '../../support/renderApp';

const FILE = {
  key: 'acme/brains/TC042/a.tif',
  size: 10,
  deletedAt: '2026-11-27T10:00:00.000Z',
  removedAfter: '2026-12-27T10:00:00.000Z',
};
const PROJECT = {
  type: 'project',
  hash: 'project-2',
  projectHash: 'project-2',
  name: 'mice',
  deletedAt: '2026-11-26T10:00:00.000Z',
};
const DATASET = {
  type: 'dataset',
  hash: 'dataset-1',
  projectHash: 'project-1',
  name: 'TC042',
  deletedAt: '2026-11-25T10:00:00.000Z',
};
const RESTORED_PROJECT = { sponsorId: 'acme', title: 'mice', projectHash: 'project-2' };

const FEATURES = [
  'activity.list',
  'deleted.list',
  'audit.export',
  'files.restore',
  'projects.restore',
  'datasets.restore',
];

const ACTIVITY = [
  {
    at: '2026-11-27T10:00:00.000Z',
    userId: 'u2',
    action: 'start',
    type: 'job',
    name: 'acme/brains/TC042',
    details: 'pyramid',
  },
  {
    at: '2026-11-26T10:00:00.000Z',
    userId: 'u1',
    action: 'rename',
    type: 'file',
    name: 'acme/brains/TC042/b.tif',
    details: 'from acme/brains/TC042/a.tif',
    count: 3,
  },
  { at: '2026-11-25T10:00:00.000Z', action: 'rename', type: 'dataset', name: 'TC042', details: 'from TC41' },
];

let stop = (): void => undefined;
afterEach(() => stop());

interface Setup {
  readonly isAdmin: boolean;
  /** The deleted projects and datasets. */
  readonly deleted?: readonly object[];
  readonly features?: readonly string[];
}

/** Opens the activity of an administrator or a member whose server offers everything. */
async function open({ isAdmin, deleted: places = [PROJECT], features = FEATURES }: Setup) {
  giveElementsSizes();
  let deleted: object = { deleted: places, files: [FILE] };
  const server: FakeServer = createFakeServer({
    'GET /config': { json: { features } },
    'GET /project': { json: [aProject()] },
    'GET /deleted': () => ({ json: deleted }),
    'GET /activity': { json: { activity: ACTIVITY } },
    'GET /audit': { text: 'time,user\n' },
    'POST /project/project-2/restore': { json: RESTORED_PROJECT },
    'POST /dataset/dataset-1/restore': { json: aDataset() },
  });
  const app = renderApp('/acme', server, (ports) =>
    signIn(ports, { id_token: anIdToken({ 'custom:isAdmin': isAdmin ? 'True' : 'False' }) }),
  );
  ({ stop } = app);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Transfer history' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Activity' }));
  return { ...app, server, user, dialog, answerDeleted: (answer: object) => (deleted = answer) };
}

describe('deleted items in the activity', () => {
  it('shows the tab of deleted items to administrators alone if the server does not list those of members', async () => {
    const { dialog } = await open({ isAdmin: false });
    expect(dialog.getByRole('tab', { name: 'Uploads' })).toBeVisible();
    expect(dialog.queryByRole('tab', { name: 'Deleted' })).not.toBeInTheDocument();
  });

  it('restores the items of a member, without the export of the audit log', async () => {
    const { dialog, user, ports } = await open({ isAdmin: false, features: [...FEATURES, 'deleted.own'] });
    await user.click(await dialog.findByRole('tab', { name: 'Deleted' }));
    await user.click(await dialog.findByRole('button', { name: 'Restore mice' }));
    await waitFor(() => expect(ports.recorded.toasts).toEqual([{ text: 'mice is restored.', severity: 'success' }]));
    expect(dialog.getByText(/^What you have deleted/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Export audit log' })).not.toBeInTheDocument();
  });

  it('lists the latest deletion first, and restores a project with its interrupted uploads', async () => {
    const { dialog, user, server, ports, actions, answerDeleted } = await open({ isAdmin: true });
    await user.click(await dialog.findByRole('tab', { name: 'Deleted' }));
    const rows = await waitFor(() => {
      const found = dialog.getAllByRole('row').slice(1);
      expect(found).toHaveLength(2);
      return found;
    });
    expect(rows.map((row) => within(row).getAllByRole('gridcell')[0]?.textContent)).toEqual([
      'brains/TC042/a.tifKept until December 27',
      'mice',
    ]);
    answerDeleted({ deleted: [], files: [FILE] });
    await user.click(dialog.getByRole('button', { name: 'Restore mice' }));
    await waitFor(() => expect(dialog.getAllByRole('row')).toHaveLength(2));
    expect(server.story()).toContain('POST /project/project-2/restore');
    expect(ports.recorded.toasts).toEqual([{ text: 'mice is restored.', severity: 'success' }]);
    expect(actions).toContainEqual(placeRestored({ path: 'acme/mice' }));
  });

  it('lists deleted datasets, which are restored with their interrupted uploads', async () => {
    const { dialog, user, actions } = await open({ isAdmin: true, deleted: [DATASET] });
    await user.click(await dialog.findByRole('tab', { name: 'Deleted' }));
    await user.click(await dialog.findByRole('button', { name: 'Restore TC042' }));
    await waitFor(() => expect(actions).toContainEqual(placeRestored({ path: 'acme/brains/TC042' })));
  });

  it('keeps a deleted file that can’t be restored, with the reason', async () => {
    const { dialog, user, server, ports } = await open({ isAdmin: true });
    server.on('POST /manage/files/restore', {
      json: { restored: [], refused: [{ key: FILE.key, msg: 'A file with this name already exists.' }] },
    });
    await user.click(await dialog.findByRole('tab', { name: 'Deleted' }));
    await user.click(await dialog.findByRole('button', { name: 'Restore brains/TC042/a.tif' }));
    await waitFor(() =>
      expect(ports.recorded.toasts).toEqual([
        {
          text: 'brains/TC042/a.tif could not be restored. A file with this name already exists.',
          severity: 'error',
        },
      ]),
    );
  });

  it('offers the export of the audit log beside the deleted items', async () => {
    const { dialog, user, ports } = await open({ isAdmin: true });
    await user.click(await dialog.findByRole('tab', { name: 'Deleted' }));
    await user.click(await dialog.findByRole('button', { name: 'Export audit log' }));
    await waitFor(() => expect(ports.recorded.texts).toHaveLength(1));
    expect(ports.recorded.texts[0]).toMatchObject({ fileName: 'audit.csv', text: 'time,user\n' });
  });
});

describe('the activity', () => {
  it('lists jobs and renames with what was done, to what and, for administrators, by whom', async () => {
    const { dialog, user } = await open({ isAdmin: true });
    await user.click(await dialog.findByRole('tab', { name: 'Jobs and renames' }));
    const grid = within(await dialog.findByRole('grid', { name: 'Jobs and renames' }));
    const cells = grid
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('gridcell')
          .map((cell) => cell.textContent),
      );
    // In narrow lists, the time is below what was done.
    expect(cells.map(([what, where, when = '', by]) => [what?.replace(when, ''), where, by])).toEqual([
      ['Add To Viewer started', 'brains/TC042', 'u2'],
      ['3 files renamed', 'brains/TC042/a.tif → b.tif', 'u1'],
      ['Dataset renamed', 'TC41 → TC042', ''],
    ]);
  });

  it('lists the activity of a member without users', async () => {
    const { dialog, user } = await open({ isAdmin: false });
    await user.click(await dialog.findByRole('tab', { name: 'Jobs and renames' }));
    expect(await dialog.findByText('Add To Viewer started')).toBeVisible();
    expect(dialog.queryByRole('columnheader', { name: 'User' })).not.toBeInTheDocument();
  });

  it('has no tab of deleted items if the server does not list them', async () => {
    const { dialog } = await open({ isAdmin: true, features: ['deleted.list'] });
    expect(await dialog.findByRole('tab', { name: 'Deleted' })).toBeVisible();
    expect(dialog.queryByRole('tab', { name: 'Jobs and renames' })).not.toBeInTheDocument();
  });
});
