import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Dataset } from '@data-manager/domain/metadata/dataset';
import { api } from '../../src/api/api';
import { EditMetadataButton, MetadataPanel } from '../../src/features/metadata/MetadataPanel';
import type { RenderImport } from '../../src/features/metadata/useImport';
import { DatasetScreen } from '../../src/screens/DatasetScreen';
import { DatasetGate } from '../../src/screens/gates';
import { forgetDrafts } from '../../src/session/drafts';
import { aDataset, aProject } from '../support/builders';
import { inSequence, type FakeAnswer, type FakeHandler } from '../support/fakeServer';
import { renderRoute } from '../support/renderRoute';
import { sentence } from '../support/sentence';

const lists = {
  primary_modalities: { stpt: 'Serial Two-Photon Tomography', confocal: 'Confocal' },
  secondary_modalities: {},
  partner_modalities: {},
  tissue_types: ['Brain', 'Liver'],
  devices: ['TC1000', 'TC2000'],
  attributes: { species: ['Mouse', 'Rat'] },
};
const record = aDataset({ attributes: { species: 'Mouse', primary_modality: 'stpt', lot_number: '7' } });
const neighbour = aDataset({ datasetHash: 'dataset-2', dataset: 'TC043' });
const answers = {
  'GET /config': { json: lists },
  'GET /project': { json: { projects: [aProject()] } },
  'GET /dataset/project-1': { json: { datasets: [record, neighbour] } },
  'GET /manage/files': { json: { files: [{ key: 'acme/brains/TC042/notes.txt', size: 1 }] } },
};
const DRAFT_KEY = 'draft/acme/user-1/metadata/project-1/TC042';

type Routes = Readonly<Record<string, FakeHandler | FakeAnswer>>;

/** The metadata part of the dataset screen. */
function Described() {
  return (
    <DatasetGate>
      {({ project, title, dataset }) => (
        <>
          <h1>{title}</h1>
          <p>{dataset === undefined ? 'A folder' : summaryLine(dataset)}</p>
          <EditMetadataButton onOpen={() => undefined} />
          <MetadataPanel project={project} title={title} dataset={dataset} />
        </>
      )}
    </DatasetGate>
  );
}

function summaryLine({ description, device, channels, pixelSize }: Dataset): string {
  return `${description} · ${device} · ${channels.length} channels · ${pixelSize ?? '–'} µm pixels`;
}

function renderDataset(server: Routes = {}, at = '/acme/brains/TC042') {
  return renderRoute(<Described />, { at, server: { ...answers, ...server } });
}

async function openForm(server: Routes = {}) {
  const page = renderDataset(server);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit metadata' }));
  await screen.findByRole('form', { name: 'Metadata form' });
  return page;
}

/** Replaces the value of a field. */
function fill(label: string, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
}

async function save(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
}

function sent({ server }: ReturnType<typeof renderRoute>): unknown[] {
  return server.calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);
}

/** Responds like a server that has saved the changes. */
const saves: FakeHandler = ({ body }) => ({ json: { ...record, ...(body as object) } });

describe('the metadata of a dataset', () => {
  it('shows the metadata of a dataset on its screen, and adds them to a folder without metadata', async () => {
    const showMetadata = async () => userEvent.click(await screen.findByRole('tab', { name: 'Metadata' }));
    renderRoute(<DatasetScreen />, { at: '/acme/brains/TC042', server: answers });
    await showMetadata();
    expect(await screen.findByRole('region', { name: 'Metadata' })).toHaveTextContent('Pixel size 1.37 µm');
    cleanup();
    const undescribed = { ...answers, 'GET /dataset/project-1': { json: { datasets: [] } } };
    renderRoute(<DatasetScreen />, { at: '/acme/brains/TC042', server: undescribed });
    await showMetadata();
    const block = await screen.findByRole('region', { name: 'Metadata' });
    expect(block).toHaveTextContent('This folder has no metadata yet.');
    expect(screen.getByRole('button', { name: 'Edit metadata' })).toBeVisible();
  });
});

describe('the metadata form', () => {
  it('the metadata form opens at its own URL, takes the focus and keeps the other query parameters', async () => {
    const page = renderDataset({}, '/acme/brains/TC042?q=notes');
    await userEvent.click(await screen.findByRole('button', { name: 'Edit metadata' }));
    await waitFor(() => expect(screen.getByLabelText('Dataset')).toHaveFocus());
    expect(page.router.state.location.search).toBe('?q=notes&edit=metadata');
    expect(screen.getByRole('button', { name: 'Edit metadata' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(page.router.state.location.search).toBe('?q=notes');
    expect(screen.getByRole('button', { name: 'Edit metadata' })).toHaveFocus();
  });

  it('the metadata form shows all values, with a read-only sponsor', async () => {
    await openForm();
    const shown = [
      ['Dataset', 'TC042'],
      ['Description', 'Mouse brain'],
      ['Sponsor ID', 'acme'],
      ['Pixel size', '1.37'],
      ['Physical spacing', '50'],
      ['Tissue type', 'brain'],
      ['Device', 'TC1000'],
      ['Physical sections', '24'],
      ['Bit depth', '16'],
      ['Number of channel 2', '2'],
      ['Name of channel 2', 'Channel 2'],
      ['Primary modality', 'stpt'],
      ['Species', 'Mouse'],
      ['Lot number', '7'],
    ] as const;
    await waitFor(() => expect(screen.getByLabelText('Tissue type')).toBeEnabled());
    for (const [label, value] of shown) expect(screen.getByLabelText(label)).toHaveValue(value);
    expect(screen.getByLabelText('Sponsor ID')).toHaveAttribute('readonly');
    expect(screen.getByRole('option', { name: 'brain (not in the list)' })).toBeInTheDocument();
  });

  it('the metadata form sends only the changed values, shows them immediately and restores the focus', async () => {
    const page = await openForm({ 'PATCH /dataset/dataset-1': saves });
    page.server.on('GET /dataset/project-1', inSequence(answers['GET /dataset/project-1'], 'hanging'));
    fill('Pixel size', '2,5');
    fill('Physical sections', '');
    await userEvent.selectOptions(screen.getByLabelText('Device'), 'TC2000');
    await save();
    const button = await screen.findByRole('button', { name: 'Edit metadata' });
    expect(button).toHaveFocus();
    expect(sent(page)).toEqual([
      ['PATCH', '/dataset/dataset-1', { pixelSize: 2.5, device: 'TC2000', physicalSections: null }],
    ]);
    expect(screen.getByRole('region', { name: 'Metadata' })).toHaveTextContent('Pixel size 2.5 µm');
    expect(screen.getByText(/^Mouse brain · TC2000 · 2 channels · 2\.5 µm pixels/)).toBeVisible();
    expect(page.router.state.location.search).toBe('');
    expect(page.ports.sessionStorage.keys()).toEqual([]);
  });

  it('the metadata form reports no errors in existing values without a change', async () => {
    const page = await openForm({ 'GET /dataset/project-1': { json: { datasets: [{ ...record, pixelSize: 0 }] } } });
    await save();
    expect(await screen.findByRole('button', { name: 'Edit metadata' })).toHaveFocus();
    expect(sent(page)).toEqual([]);
  });

  it('the metadata form is saved once if Save is clicked repeatedly', async () => {
    const page = await openForm({ 'PATCH /dataset/dataset-1': saves });
    fill('Description', 'Rat brain');
    await userEvent.dblClick(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'Edit metadata' });
    expect(sent(page)).toEqual([['PATCH', '/dataset/dataset-1', { description: 'Rat brain' }]]);
  });

  it('the metadata form is saved by pressing Enter in a field', async () => {
    const page = await openForm({ 'PATCH /dataset/dataset-1': saves });
    fill('Bit depth', '12');
    await userEvent.type(screen.getByLabelText('Bit depth'), '{Enter}');
    await screen.findByRole('button', { name: 'Edit metadata' });
    expect(sent(page)).toEqual([['PATCH', '/dataset/dataset-1', { bitDepth: 12 }]]);
  });

  it('the metadata form shows errors at their fields, exposes them to screen readers and focuses the first one', async () => {
    const page = await openForm();
    fill('Bit depth', '99');
    fill('Pixel size', 'wide');
    await save();
    const field = screen.getByLabelText('Pixel size');
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveAccessibleDescription(/Pixel size must be a number in µm, for example 1\.37/);
    expect(field).toBeInvalid();
    expect(screen.getByText('Bit depth must be a whole number from 1 to 64')).toBeVisible();
    expect(sent(page)).toEqual([]);
  });

  it('the metadata form reports a title that another dataset of the project already has', async () => {
    const page = await openForm();
    fill('Dataset', 'tc043');
    await save();
    expect(await screen.findByText('This title is already in use')).toBeVisible();
    expect(sent(page)).toEqual([]);
  });

  it('the metadata form keeps the input if the server rejects it, and shows the reason at the title', async () => {
    const msg = 'A deleted dataset of the project still has the name “TC044”.';
    const page = await openForm({ 'PATCH /dataset/dataset-1': { status: 409, json: { msg, code: 'DELETED' } } });
    fill('Dataset', 'TC044');
    fill('Description', 'Rat brain');
    await save();
    await waitFor(() => expect(screen.getByLabelText('Dataset')).toHaveFocus());
    expect(screen.getByLabelText('Dataset')).toHaveAccessibleDescription(new RegExp(msg));
    expect(screen.getByLabelText('Description')).toHaveValue('Rat brain');
    expect(screen.getByText(/^The changes were not saved\. .* Your input is still here\.$/)).toBeVisible();
    expect(page.ports.recorded.toasts).toEqual([{ text: `Request failed with Error ${msg}`, severity: 'error' }]);
  });

  it('the page does not show values that the server has rejected', async () => {
    await openForm({ 'PATCH /dataset/dataset-1': { status: 403, json: { msg: 'no' } } });
    fill('Pixel size', '9');
    await save();
    await waitFor(() => expect(screen.getByText(/^The changes were not saved/).closest('[tabindex]')).toHaveFocus());
    expect(screen.getByText(/1\.37 µm pixels/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('region', { name: 'Metadata' })).toHaveTextContent('Pixel size 1.37 µm');
  });

  it('closes the form if the server has saved the changes although its response was lost', async () => {
    const saved = { ...record, pixelSize: 9 };
    await openForm({ 'PATCH /dataset/dataset-1': 'unreachable', 'GET /dataset/dataset-1': { json: saved } });
    fill('Pixel size', '9');
    await save();
    expect(await screen.findByRole('button', { name: 'Edit metadata' })).toBeVisible();
  });

  it('says that the changes were not saved if the server still has the old values', async () => {
    await openForm({ 'PATCH /dataset/dataset-1': 'unreachable', 'GET /dataset/dataset-1': { json: record } });
    fill('Pixel size', '9');
    await save();
    expect(await screen.findByText(/^The changes were not saved\. .* Your input is still here\.$/)).toBeVisible();
  });

  it('says that the outcome is not known without a response, and that the changes are saved once the list has them', async () => {
    const page = await openForm({ 'PATCH /dataset/dataset-1': 'unreachable', 'GET /dataset/dataset-1': 'unreachable' });
    fill('Pixel size', '9');
    await save();
    expect(await screen.findByText(/^The server did not respond: the changes may or may not be saved/)).toBeVisible();
    page.server.on('GET /dataset/project-1', { json: { datasets: [{ ...record, pixelSize: 9 }, neighbour] } });
    act(() => void page.store.dispatch(api.util.invalidateTags(['Datasets'])));
    expect(await screen.findByText('The changes are saved.')).toBeVisible();
    expect(screen.queryByText(/^Someone else has edited/)).toBeNull();
    await save();
    expect(await screen.findByRole('button', { name: 'Edit metadata' })).toBeVisible();
    expect(sent(page)).toHaveLength(1);
  });

  it('reports an error and keeps the input if remote changes cannot be checked before saving', async () => {
    const page = await openForm({ 'PATCH /dataset/dataset-1': saves });
    fill('Description', 'Rat brain');
    page.server.on('GET /dataset/project-1', 'unreachable');
    await save();
    const notice = await screen.findByText(/^The changes were not saved\. .* Your input is still here\.$/);
    await waitFor(() => expect(notice.closest('[tabindex]')).toHaveFocus());
    expect(sent(page)).toEqual([]);
    expect(screen.getByLabelText('Description')).toHaveValue('Rat brain');
    expect(page.ports.sessionStorage.get(DRAFT_KEY)).toContain('Rat brain');
    page.server.on('GET /dataset/project-1', answers['GET /dataset/project-1']);
    await save();
    await screen.findByRole('button', { name: 'Edit metadata' });
    expect(sent(page)).toEqual([['PATCH', '/dataset/dataset-1', { description: 'Rat brain' }]]);
  });

  it('the metadata form navigates to the new path of a renamed dataset', async () => {
    const renamed = { ...record, dataset: 'TC044' };
    const page = await openForm({ 'PATCH /dataset/dataset-1': saves });
    page.server.on(
      'GET /dataset/project-1',
      inSequence(answers['GET /dataset/project-1'], { json: { datasets: [renamed, neighbour] } }),
    );
    fill('Dataset', 'TC044');
    await save();
    expect(await screen.findByRole('heading', { level: 1, name: 'TC044' })).toBeVisible();
    expect(page.router.state.location.pathname).toBe('/acme/brains/TC044');
    expect(page.router.state.location.search).toBe('');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit metadata' })).toHaveFocus());
    expect(sent(page)).toEqual([['PATCH', '/dataset/dataset-1', { dataset: 'TC044' }]]);
  });

  it.each([
    ['keep', ['titles.former']],
    ['stop', []],
  ])('warns before it is renamed that files keep their names and old links %s working', async (links, features) => {
    await openForm({ 'GET /config': { json: { ...lists, features } } });
    expect(screen.getByText('The title. Renaming moves the files')).toBeVisible();
    fill('Dataset', ' TC044 ');
    expect(
      screen.getByText(
        sentence(
          `Saving renames this dataset from “TC042” to “TC044”. Its files move with it, but their names keep the old prefix. Old links ${links} working.`,
        ),
      ),
    ).toBeVisible();
    for (const invalid of ['', 'a/b']) {
      fill('Dataset', invalid);
      expect(screen.getByText('The title. Renaming moves the files')).toBeVisible();
    }
  });

  it.each([
    ['Description', 'Rat brain', 1],
    ['Dataset', 'TC044', 2],
  ])('requests the files again only if they have moved: %s', async (label, text, times) => {
    const page = renderRoute(<DatasetScreen />, {
      at: '/acme/brains/TC042?edit=metadata',
      server: { ...answers, 'PATCH /dataset/dataset-1': saves },
    });
    await screen.findByRole('form', { name: 'Metadata form' });
    await screen.findByRole('grid', { hidden: true });
    const saved = { ...record, ...(label === 'Dataset' ? { dataset: text } : { description: text }) };
    page.server.on(
      'GET /dataset/project-1',
      inSequence(answers['GET /dataset/project-1'], { json: { datasets: [saved] } }),
    );
    fill(label, text);
    await save();
    await screen.findByRole('button', { name: 'Edit metadata' });
    const asked = () => page.server.story().filter((call) => call === 'GET /manage/files').length;
    await waitFor(() => expect(asked()).toBeGreaterThanOrEqual(times));
    await waitFor(() =>
      expect(page.server.story().filter((call) => call === 'GET /dataset/project-1')).toHaveLength(3),
    );
    if (times === 1) expect(asked()).toBe(1);
  });

  it('the metadata form keeps unchanged attributes and removes empty ones', async () => {
    const page = await openForm({ 'PATCH /dataset/dataset-1': saves });
    await waitFor(() => expect(screen.getByLabelText('Species')).toBeEnabled());
    await userEvent.selectOptions(screen.getByLabelText('Species'), '');
    await userEvent.selectOptions(screen.getByLabelText('Primary modality'), 'Confocal');
    await save();
    await screen.findByRole('button', { name: 'Edit metadata' });
    expect(sent(page)).toEqual([
      ['PATCH', '/dataset/dataset-1', { attributes: { primary_modality: 'confocal', lot_number: '7' } }],
    ]);
  });

  it('the metadata form works without the server’s lists and reports that they are missing', async () => {
    const page = await openForm({
      'GET /config': { json: { ...lists, devices: 7, attributes: undefined } },
      'PATCH /dataset/dataset-1': saves,
    });
    expect(await screen.findByText(/^The server’s list of devices can’t be read\./)).toBeVisible();
    expect(screen.getByText(/^The server’s list of attributes is missing\./)).toBeVisible();
    expect(screen.getByLabelText('Device')).toBeDisabled();
    expect(screen.getByLabelText('Device')).toHaveValue('TC1000');
    fill('Species', 'Rat');
    await save();
    await screen.findByRole('button', { name: 'Edit metadata' });
    expect(sent(page)).toEqual([
      ['PATCH', '/dataset/dataset-1', { attributes: { species: 'Rat', primary_modality: 'stpt', lot_number: '7' } }],
    ]);
  });
});

describe('the channels of the form', () => {
  it('the metadata form adds, names, reorders and removes channels by keyboard', async () => {
    const page = await openForm({ 'PATCH /dataset/dataset-1': saves });
    screen.getByRole('button', { name: 'Add channel' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByLabelText('Name of channel 3')).toHaveFocus();
    expect(screen.getByLabelText('Name of channel 3')).toHaveValue('Channel 3');
    fill('Name of channel 3', 'DAPI');
    for (const atTheEnd of ['Move channel 1 up', 'Move channel 3 down']) {
      expect(screen.getByRole('button', { name: atTheEnd })).toBeDisabled();
    }
    screen.getByRole('button', { name: 'Move channel 3 up' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'Move channel 2 up' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'Move channel 1 down' })).toHaveFocus();
    screen.getByRole('button', { name: 'Remove channel 2' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'Remove channel 3' })).toHaveFocus();
    await save();
    await screen.findByRole('button', { name: 'Edit metadata' });
    const channels = [
      { num: 1, name: 'DAPI' },
      { num: 3, name: 'Channel 3' },
    ];
    expect(sent(page)).toEqual([['PATCH', '/dataset/dataset-1', { channels }]]);
  });

  it('moves the focus to the Add button when the last channel is removed', async () => {
    await openForm();
    await userEvent.click(screen.getByRole('button', { name: 'Remove channel 2' }));
    expect(screen.getByRole('button', { name: 'Remove channel 1' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'Add channel' })).toHaveFocus();
  });

  it('the metadata form gives channels unique numbers', async () => {
    await openForm();
    fill('Number of channel 2', '1');
    await save();
    const [, second] = screen.getAllByLabelText('Number of channel 1');
    await waitFor(() => expect(second).toHaveFocus());
    expect(second).toHaveAccessibleDescription('Channel number 1 is already in use');
  });
});

describe('a folder without metadata', () => {
  const folder = { 'GET /dataset/project-1': { json: { datasets: [neighbour] } } };

  it('a folder becomes a dataset of the same name when it is described', async () => {
    const page = await openForm({ ...folder, 'POST /dataset': { json: record } });
    page.server.on(
      'GET /dataset/project-1',
      inSequence(folder['GET /dataset/project-1'], answers['GET /dataset/project-1']),
    );
    expect(screen.getByLabelText('Dataset')).toHaveValue('TC042');
    expect(screen.getByLabelText('Dataset')).toHaveAttribute('readonly');
    expect(screen.getByLabelText('Bit depth')).toHaveValue('16');
    fill('Pixel size', '1.37');
    await save();
    expect(await screen.findByText(/^Mouse brain · TC1000/)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit metadata' })).toHaveFocus());
    const metadata = {
      projectHash: 'project-1',
      dataset: 'TC042',
      sid: 'acme',
      description: '',
      tissueType: '',
      device: '',
      pixelSize: 1.37,
      bitDepth: 16,
      channels: [],
      attributes: {},
    };
    expect(sent(page)).toEqual([['POST', '/dataset', metadata]]);
    expect(page.ports.sessionStorage.keys()).toEqual([]);
  });

  it('the metadata form keeps the input if someone else has described it in the meantime', async () => {
    const page = await openForm({ ...folder, 'POST /dataset': { status: 409, json: { msg: 'It is there already.' } } });
    page.server.on(
      'GET /dataset/project-1',
      inSequence(folder['GET /dataset/project-1'], answers['GET /dataset/project-1']),
    );
    fill('Description', 'Rat brain');
    await save();
    expect(await screen.findByText('Your unsaved changes were restored.')).toBeVisible();
    expect(screen.getByLabelText('Description')).toHaveValue('Rat brain');
    expect(screen.getByLabelText('Device')).toHaveValue('TC1000');
    expect(screen.getByText(/^Someone else has edited .* Their version: Description “Mouse brain”\.$/)).toBeVisible();
  });
});

describe('unsaved changes', () => {
  it('keeps unsaved changes over a reload, announces them, and discards them on request', async () => {
    const page = await openForm();
    fill('Description', 'Rat brain');
    const kept = page.ports.sessionStorage.get(DRAFT_KEY);
    expect(kept).toContain('Rat brain');
    expect(page.ports.localStorage.keys()).toEqual(['download-list']);
    page.ports.sessionStorage.remove(DRAFT_KEY);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    page.ports.sessionStorage.set(DRAFT_KEY, kept ?? '');
    await userEvent.click(screen.getByRole('button', { name: 'Edit metadata' }));
    expect(await screen.findByText('Your unsaved changes were restored.')).toBeVisible();
    expect(screen.getByLabelText('Description')).toHaveValue('Rat brain');
    await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(screen.getByLabelText('Description')).toHaveValue('Mouse brain');
    expect(screen.queryByText('Your unsaved changes were restored.')).toBeNull();
    expect(page.ports.sessionStorage.keys()).toEqual([]);
  });

  it('discards unsaved changes by Cancel', async () => {
    const page = await openForm();
    fill('Description', 'Rat brain');
    expect(page.ports.recorded.unloadGuarded).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(page.ports.sessionStorage.keys()).toEqual([]);
    expect(page.ports.recorded.unloadGuarded).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Edit metadata' }));
    expect(screen.getByLabelText('Description')).toHaveValue('Mouse brain');
  });

  it('asks about unsaved changes before another page opens, but not before another folder of the list', async () => {
    const page = await openForm();
    fill('Description', 'Rat brain');
    await act(() => page.router.navigate('?folder=raw&edit=metadata'));
    expect(screen.getByLabelText('Description')).toHaveValue('Rat brain');
    await act(() => page.router.navigate('/acme/brains'));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(page.router.state.location.pathname).toBe('/acme/brains/TC042');
    expect(screen.getByLabelText('Description')).toHaveValue('Rat brain');
    await act(() => page.router.navigate('/acme/brains/TC042'));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(await screen.findByRole('button', { name: 'Edit metadata' })).toBeVisible();
    expect(page.ports.sessionStorage.keys()).toEqual([]);
    expect(page.ports.recorded.unloadGuarded).toBe(false);
  });

  it('asks for no confirmation if there are no unsaved changes', async () => {
    const page = await openForm();
    expect(page.ports.recorded.unloadGuarded).toBe(false);
    await act(() => page.router.navigate('/acme/brains/TC042'));
    expect(await screen.findByRole('button', { name: 'Edit metadata' })).toBeVisible();
  });

  it('no longer stores unsaved changes after a logout', async () => {
    const page = await openForm();
    fill('Description', 'Rat brain');
    act(() => void page.store.dispatch({ type: 'session/sessionLost' }));
    forgetDrafts(page.ports);
    fill('Description', 'Human brain');
    expect(page.ports.sessionStorage.keys()).toEqual([]);
  });
});

describe('imported values', () => {
  const values = {
    dataset: 'TC099',
    device: 'TC2000',
    channels: [{ num: 1, name: 'DAPI' }],
    attributes: { sex: 'Male' },
  };

  function renderPanel(dataset: Dataset | undefined) {
    const renderImport: RenderImport = ({ current, sponsorId, keepsTitle, lists: offered, onApply }) => (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onApply(values);
        }}
      >
        <button type="submit">Import over {current.pixelSize ?? 'nothing'}</button>
        <p>{JSON.stringify({ sponsorId, keepsTitle, devices: offered.devices })}</p>
      </form>
    );
    const panel = <MetadataPanel project={aProject()} title="TC042" dataset={dataset} renderImport={renderImport} />;
    return renderRoute(panel, { at: '/acme/brains/TC042?edit=metadata', server: answers });
  }

  it('fills imported values in without saving, and undoes them together', async () => {
    const page = renderPanel(record);
    await screen.findByRole('form', { name: 'Metadata form' });
    expect(
      await screen.findByText(
        '{"sponsorId":"acme","keepsTitle":false,"devices":{"ok":true,"value":["TC1000","TC2000"]}}',
      ),
    ).toBeVisible();
    fill('Description', 'Rat brain');
    await userEvent.click(screen.getByRole('button', { name: 'Import over 1.37' }));
    await waitFor(() => expect(screen.getByLabelText('Device')).toHaveValue('TC2000'));
    expect(screen.getByLabelText('Dataset')).toHaveValue('TC099');
    expect(screen.getByLabelText('Description')).toHaveValue('Rat brain');
    expect(screen.getByLabelText('Sex')).toHaveValue('Male');
    expect(screen.getByLabelText('Lot number')).toHaveValue('7');
    expect(screen.getAllByLabelText(/^Name of channel/)).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Undo import' }));
    expect(screen.getByLabelText('Dataset')).toHaveValue('TC042');
    expect(screen.getByLabelText('Device')).toHaveValue('TC1000');
    expect(screen.getByLabelText('Description')).toHaveValue('Rat brain');
    expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull();
    expect(sent(page)).toEqual([]);
  });

  it('does not change the name of a folder by an import', async () => {
    renderPanel(undefined);
    await userEvent.click(await screen.findByRole('button', { name: 'Import over nothing' }));
    expect(screen.getByText(/"keepsTitle":true/)).toBeVisible();
    expect(screen.getByLabelText('Device')).toHaveValue('TC2000');
    expect(screen.getByLabelText('Dataset')).toHaveValue('TC042');
  });
});

describe('a dataset that someone else changes in the meantime', () => {
  const theirs = (given: object) => ({ json: { datasets: [{ ...record, ...given }, neighbour] } });

  it('a dataset that someone else changes in the meantime is not overwritten where both changed the same value until the user has seen it', async () => {
    const page = await openForm({ 'PATCH /dataset/dataset-1': saves });
    fill('Description', 'Rat brain');
    page.server.on('GET /dataset/project-1', theirs({ description: 'Human brain', device: 'TC2000' }));
    await save();
    const notice =
      'Someone else has edited this dataset: description, device. The form shows their changes. ' +
      'You also changed description: saving replaces their version. Their version: Description “Human brain”.';
    expect(await screen.findByText(notice)).toBeVisible();
    await waitFor(() => expect(screen.getByText(notice).closest('[tabindex]')).toHaveFocus());
    expect(sent(page)).toEqual([]);
    expect(screen.getByLabelText('Device')).toHaveValue('TC2000');
    expect(screen.getByLabelText('Description')).toHaveValue('Rat brain');
    // A reload would not show the conflict again.
    expect(JSON.parse(page.ports.sessionStorage.get(DRAFT_KEY) ?? '')).toMatchObject({
      opened: { description: 'Human brain', device: 'TC2000' },
      draft: { description: 'Rat brain', device: 'TC2000' },
    });
    await save();
    await screen.findByRole('button', { name: 'Edit metadata' });
    expect(sent(page)).toEqual([['PATCH', '/dataset/dataset-1', { description: 'Rat brain' }]]);
  });

  it.each([
    ['is saved together with changes of other values', { device: 'TC2000' }, 2],
    ['is not overwritten where both changed the same value', { description: 'Human brain' }, 1],
  ])('a dataset that changes between its last reading and the save %s', async (_what, given, sentChanges) => {
    const present = { ...record, ...given, etag: 'new' };
    const page = await openForm({
      'GET /dataset/project-1': { json: { datasets: [{ ...record, etag: 'old' }, neighbour] } },
      'PATCH /dataset/dataset-1': (call) => {
        page.server.on('GET /dataset/project-1', { json: { datasets: [present, neighbour] } });
        return call.headers.get('If-Match') === '"new"'
          ? saves(call)
          : { status: 412, json: { msg: 'x', current: present } };
      },
    });
    fill('Description', 'Rat brain');
    await save();
    if (sentChanges === 1) expect(await screen.findByText(/^Someone else has edited this dataset/)).toBeVisible();
    else expect(await screen.findByRole('button', { name: 'Edit metadata' })).toBeVisible();
    const change = ['PATCH', '/dataset/dataset-1', { description: 'Rat brain' }];
    expect(sent(page)).toEqual(Array.from({ length: sentChanges }, () => change));
    expect(page.ports.recorded.toasts).toEqual([]);
  });
});
