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

const DELETED_AT = '2026-11-25T11:00:00.000Z';
const ACTIVITY = [
  {
    at: '2026-11-27T10:00:00.000Z',
    userId: 'u2',
    userName: 'Ben',
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
  {
    at: DELETED_AT,
    userName: 'Mia',
    action: 'delete',
    type: 'file',
    name: 'acme/brains/TC042/a.tif',
    count: 2,
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
  it('shows no tab of deleted items if the server does not list them', async () => {
    const { dialog } = await open({ isAdmin: false, features: ['activity.list'] });
    expect(dialog.getByRole('tab', { name: 'Uploads' })).toBeVisible();
    expect(dialog.queryByRole('tab', { name: 'Deleted' })).not.toBeInTheDocument();
  });

  it('restores the items of a member, without the export of the audit log', async () => {
    const { dialog, user, ports } = await open({ isAdmin: false });
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

  it.each([
    ['a file', 'Restore brains/TC042/a.tif'],
    ['all files of an act, of which one is in a sealed dataset', 'Restore all (2): brains/open/b.tif'],
  ])('restoring %s asks before it breaks the seal, and Escape closes the question alone', async (_what, button) => {
    const features = [...FEATURES, 'files.restoreReplaced', 'seal', 'pipelines.list'];
    const { dialog, user, server, answerDeleted } = await open({ isAdmin: true, deleted: [], features });
    const datasets = [aDataset({ dataset: 'open', datasetHash: 'dataset-2' }), aDataset()];
    server.on('GET /dataset/project-1', { json: { datasets } });
    server.on('GET /pipeline/dataset-2', { json: { jobs: {} } });
    const seal = { jobId: 'job-1', status: 'DONE', sealedAt: '2026-11-30T12:00:00Z' };
    server.on('GET /pipeline/dataset-1', { json: { jobs: { seal } } });
    server.on('POST /manage/files/restore', ({ body }) => ({ json: { restored: (body as { keys: string[] }).keys } }));
    const files = ['acme/brains/open/b.tif', FILE.key].map((key) => ({ ...FILE, key, act: 'one' }));
    answerDeleted({ deleted: [], files });
    await user.click(await dialog.findByRole('tab', { name: 'Deleted' }));
    await user.click(await dialog.findByRole('button', { name: button }));
    const asked = await screen.findByRole('dialog', { name: 'Break the seal?' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(asked).not.toBeInTheDocument());
    await user.click(dialog.getByRole('button', { name: button }));
    const question = within(await screen.findByRole('dialog', { name: 'Break the seal?' }));
    const isRestored = () => server.story().includes('POST /manage/files/restore');
    expect(isRestored()).toBe(false);
    await user.click(question.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(isRestored()).toBe(true));
  });

  it('the list tells replaced files of one key apart, and restores one or all files of an act', async () => {
    const features = [...FEATURES, 'files.restoreReplaced'];
    const { dialog, user, server, answerDeleted, ports } = await open({ isAdmin: true, deleted: [], features });
    server.on('POST /manage/files/restore', ({ body }) => ({ json: { restored: (body as { keys: string[] }).keys } }));
    const [first, second] = [FILE.key, 'acme/brains/TC042/b.tif'];
    answerDeleted({
      deleted: [],
      files: [
        { ...FILE, replaced: true, act: 'two' },
        { ...FILE, replaced: true, act: 'one', deletedAt: '2026-11-26T10:00:00.000Z' },
        { ...FILE, replaced: true, act: 'one', deletedAt: '2026-11-26T10:00:00.000Z', key: second },
      ],
    });
    await user.click(await dialog.findByRole('tab', { name: 'Deleted' }));
    expect(await dialog.findAllByText('Replaced file')).toHaveLength(3);
    await user.click(dialog.getAllByRole('button', { name: 'Restore brains/TC042/a.tif' })[1]!);
    await user.click(dialog.getByRole('button', { name: 'Restore all (2): brains/TC042/a.tif' }));
    await waitFor(() => expect(ports.recorded.toasts).toHaveLength(2));
    const sent = server.calls.filter(({ path }) => path === '/manage/files/restore').map(({ body }) => body);
    expect(sent).toEqual([
      { keys: [first], act: 'one', replace: true },
      { keys: [first, second], act: 'one', replace: true },
    ]);
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
  it('lists what the members of a sponsor have done, by their names', async () => {
    const { dialog, user } = await open({ isAdmin: true });
    const sentences = async () =>
      (await dialog.findAllByRole('button', { expanded: false })).map((line) => line.textContent);
    expect(await sentences()).toEqual([
      'Ben started Add To Viewer for brains/TC042',
      'u1 renamed 3 files in brains/TC042',
      'Mia deleted 2 files from brains/TC042',
      'The server renamed the dataset TC41 to TC042',
    ]);
    await user.click(dialog.getByRole('tab', { name: 'Jobs and renames' }));
    await waitFor(async () => expect(await sentences()).toHaveLength(3));
  });

  it('restores all files of a deletion', async () => {
    const { dialog, user, server, answerDeleted, ports } = await open({ isAdmin: true, deleted: [] });
    server.on('POST /manage/files/restore', ({ body }) => ({ json: { restored: (body as { keys: string[] }).keys } }));
    const keys = ['a.tif', 'b.tif'].map((name) => `acme/brains/TC042/${name}`);
    const files = keys.map((key) => ({ ...FILE, key, act: 'one', deletedAt: DELETED_AT }));
    answerDeleted({ deleted: [], files: [FILE, ...files] });
    await user.click(await dialog.findByRole('tab', { name: 'Deleted' }));
    await user.click(await dialog.findByRole('tab', { name: 'All' }));
    answerDeleted({ deleted: [], files: [FILE] });
    await user.click(await dialog.findByRole('button', { name: 'Restore all (2): brains/TC042' }));
    await waitFor(() => expect(ports.recorded.toasts).toHaveLength(1));
    const sent = server.calls.filter(({ path }) => path === '/manage/files/restore').map(({ body }) => body);
    expect(sent).toEqual([{ keys, act: 'one', replace: true }]);
    await waitFor(() => expect(dialog.queryByRole('button', { name: /^Restore/ })).not.toBeInTheDocument());
  });

  it('the activity has no tab of jobs and renames if the server does not list them', async () => {
    const { dialog } = await open({ isAdmin: true, features: ['deleted.list'] });
    expect(await dialog.findByRole('tab', { name: 'Deleted' })).toBeVisible();
    expect(dialog.queryByRole('tab', { name: 'Jobs and renames' })).not.toBeInTheDocument();
  });
});
