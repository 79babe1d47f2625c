import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FileMove } from '@data-manager/domain/names/moveBatches';
import { api } from '../../src/api/api';
import type { Feature } from '../../src/api/configuration';
import { DatasetScreen } from '../../src/screens/DatasetScreen';
import { aDataset, aProject } from '../support/builders';
import type { RecordedCall } from '../support/fakeServer';
import { createMovingServer } from '../support/movingServer';
import { renderRoute } from '../support/renderRoute';

const ROOT = 'acme/brains/TC042';
const ALL: readonly Feature[] = ['files.delete', 'files.restore', 'files.move'];

const keysOf = ({ body }: RecordedCall) => (body as { keys: string[] }).keys;
const movesOf = ({ body }: RecordedCall) => (body as { moves: FileMove[] }).moves;

/** Opens a dataset whose server deletes, restores and renames its files. */
async function openDataset(names: readonly string[], features = ALL) {
  const isLocked = ({ to }: FileMove) => to.endsWith('refused.tif') || to.endsWith('S000666_L01_ch01.tif');
  const { files, move } = createMovingServer(
    names.map((name) => `${ROOT}/${name}`),
    isLocked,
  );
  const page = renderRoute(<DatasetScreen />, {
    at: `/${ROOT}`,
    features,
    server: {
      'GET /project': { json: { projects: [aProject()] } },
      'GET /dataset/project-1': { json: { datasets: [aDataset()] } },
      'GET /manage/files': () => ({ json: { files: [...files.keys()].map((key) => ({ key, size: 1024 })) } }),
      'DELETE /manage/files': (call) => ({ json: { deleted: keysOf(call).filter((key) => files.delete(key)) } }),
      'POST /manage/files/restore': (call) => {
        for (const key of keysOf(call)) files.set(key, key);
        return { json: { restored: keysOf(call), refused: [] } };
      },
      'POST /manage/files/move': (call) => ({ json: move(movesOf(call)) }),
    },
  });
  const grid = await screen.findByRole('grid', { name: /^Files of / });
  const choose = async (...chosen: readonly string[]) => {
    for (const name of chosen) await userEvent.click(within(grid).getByRole('checkbox', { name }));
  };
  const calls = (method: string) =>
    page.server.calls.filter((call) => call.method === method && call.path.startsWith('/manage/files'));
  return { ...page, files, choose, calls };
}

async function openDialog(name: 'Delete files' | 'Rename files') {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name }));
}

function shownFile(name: string): HTMLElement | null {
  return screen.queryByRole('checkbox', { name });
}

describe('deleting files', () => {
  it('names the affected files, deletes those of chosen folders too, and can be undone', async () => {
    const { ports, calls, choose } = await openDataset(['a.tif', 'b.tif', 'raw/c.tif']);
    expect(screen.queryByRole('button', { name: 'Delete files' })).toBeNull();
    await choose('a.tif', 'raw');
    const dialog = await openDialog('Delete files');
    expect(dialog.getByText('These files (2.00 KB) will be deleted:')).toBeVisible();
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['a.tif', 'c.tif']);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(shownFile('a.tif')).toBeNull());
    expect(shownFile('raw')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete files' })).toBeNull();
    expect(ports.recorded.toasts).toMatchObject([
      { text: '2 files deleted.', action: { label: 'Undo', path: `${ROOT}/a.tif` } },
    ]);
    act(() => ports.recorded.toasts[0]?.action?.run());
    await waitFor(() => expect(shownFile('raw')).not.toBeNull());
    expect(calls('POST').map(keysOf)).toEqual([[`${ROOT}/a.tif`, `${ROOT}/raw/c.tif`]]);
    expect(ports.recorded.toasts.at(-1)).toMatchObject({ text: '2 files restored.', severity: 'success' });
  });

  it('asks for confirmation with the number of many files, and shows how many were deleted if a request fails', async () => {
    const names = Array.from({ length: 1_100 }, (_, index) => `${String(index)}.tif`);
    const { ports, server, calls, choose } = await openDataset(names);
    server.on('DELETE /manage/files', (call) =>
      keysOf(call).length === 1_000
        ? { json: { deleted: keysOf(call) } }
        : { status: 409, json: { msg: 'The server is busy.' } },
    );
    await choose('Select all');
    const dialog = await openDialog('Delete files');
    expect(dialog.getByText('1,100 files (1.07 MB)')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    const text = '1,000 of 1,100 files deleted.';
    await waitFor(() =>
      expect(ports.recorded.toasts).toContainEqual(expect.objectContaining({ text, severity: 'warning' })),
    );
    expect(calls('DELETE').map((call) => keysOf(call).length)).toEqual([1_000, 100]);
  });

  it('does not offer to undo it if the server can’t restore files', async () => {
    const { ports, choose } = await openDataset(['a.tif'], ['files.delete']);
    await choose('a.tif');
    expect(screen.queryByRole('button', { name: 'Rename files' })).toBeNull();
    const dialog = await openDialog('Delete files');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(ports.recorded.toasts).toHaveLength(1));
    expect(ports.recorded.toasts[0]).toMatchObject({ text: 'File “a.tif” deleted.' });
    expect(ports.recorded.toasts[0]?.action).toBeUndefined();
  });

  it('does not ask about the next selection if someone else deleted the files while it asked about them', async () => {
    const { store, files, choose } = await openDataset(['a.tif', 'b.tif']);
    await choose('a.tif');
    await openDialog('Delete files');
    files.delete(`${ROOT}/a.tif`);
    act(() => void store.dispatch(api.util.invalidateTags(['Files'])));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await choose('b.tif');
    expect(await screen.findByRole('button', { name: 'Delete files' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says why it deletes fewer files than chosen if someone else was first', async () => {
    const { ports, files, choose } = await openDataset(['a.tif', 'b.tif']);
    await choose('a.tif', 'b.tif');
    const dialog = await openDialog('Delete files');
    files.delete(`${ROOT}/a.tif`);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    const text = '1 of 2 files deleted. a.tif: The file no longer exists.';
    await waitFor(() => expect(ports.recorded.toasts).toMatchObject([{ text, severity: 'warning' }]));
  });

  it('is not offered if the server does not list the features', async () => {
    const { choose } = await openDataset(['a.tif'], []);
    await choose('a.tif');
    expect(await screen.findByText(/^1 file selected, /)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete files' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Rename files' })).toBeNull();
  });
});

describe('renaming files', () => {
  it('gives one file any free name, and can be undone', async () => {
    const { ports, calls, choose } = await openDataset(['a.tif', 'b.tif']);
    await choose('a.tif');
    const dialog = await openDialog('Rename files');
    const field = dialog.getByRole('textbox', { name: 'New name' });
    const rename = dialog.getByRole('button', { name: 'Rename' });
    expect(rename).toBeDisabled();
    await userEvent.clear(field);
    await userEvent.type(field, 'b.tif');
    expect(dialog.getByText('Another file has this name')).toBeVisible();
    expect(rename).toBeDisabled();
    await userEvent.clear(field);
    await userEvent.type(field, 'notes.txt');
    expect(dialog.getByText(/^Invalid fileName/)).toBeVisible();
    await userEvent.click(rename);
    await waitFor(() => expect(shownFile('notes.txt')).not.toBeNull());
    expect(shownFile('a.tif')).toBeNull();
    act(() => ports.recorded.toasts[0]?.action?.run());
    await waitFor(() => expect(shownFile('a.tif')).not.toBeNull());
    expect(calls('POST').map(movesOf)).toEqual([
      [{ from: `${ROOT}/a.tif`, to: `${ROOT}/notes.txt` }],
      [{ from: `${ROOT}/notes.txt`, to: `${ROOT}/a.tif` }],
    ]);
  });

  it('renames many by a rule, in their folders, once the new names are free', async () => {
    const { calls, choose } = await openDataset(['raw/x1.tif', 'x2.tif', 'TC042_S000008_L01_ch01.tif']);
    await choose('raw', 'x2.tif');
    const dialog = await openDialog('Rename files');
    const first = dialog.getByRole('spinbutton', { name: 'First section' });
    await userEvent.clear(first);
    await userEvent.type(first, '7');
    expect(dialog.getByText('1 file would get the name of a file on the server')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Rename' })).toBeDisabled();
    await userEvent.type(first, '0');
    await userEvent.click(dialog.getByRole('button', { name: 'Rename' }));
    await waitFor(() => expect(shownFile('TC042_S000071_L01_ch01.tif')).not.toBeNull());
    expect(calls('POST').flatMap(movesOf)).toEqual([
      { from: `${ROOT}/raw/x1.tif`, to: `${ROOT}/raw/TC042_S000070_L01_ch01.tif` },
      { from: `${ROOT}/x2.tif`, to: `${ROOT}/TC042_S000071_L01_ch01.tif` },
    ]);
  });

  it('renumbers more files by one than a request may have, and undoes it', async () => {
    const names = Array.from({ length: 1_100 }, (_, index) => `TC042_S00${String(1_000 + index)}_L01_ch01.tif`);
    const { ports, files, calls, choose } = await openDataset(names);
    const before = new Map(files);
    await choose('Select all');
    const dialog = await openDialog('Rename files');
    await userEvent.clear(dialog.getByRole('spinbutton', { name: 'First section' }));
    await userEvent.type(dialog.getByRole('spinbutton', { name: 'First section' }), '1001');
    await userEvent.click(dialog.getByRole('button', { name: 'Rename' }));
    await waitFor(() => expect(ports.recorded.toasts).toMatchObject([{ text: '1,100 files renamed.' }]));
    expect(files.get(`${ROOT}/TC042_S002100_L01_ch01.tif`)).toBe(`${ROOT}/TC042_S002099_L01_ch01.tif`);
    expect(calls('POST').map((call) => movesOf(call).length)).toEqual([1_000, 100]);
    act(() => ports.recorded.toasts[0]?.action?.run());
    await waitFor(() => expect(ports.recorded.toasts.at(-1)).toMatchObject({ text: 'Renaming undone.' }));
    expect(files).toEqual(before);
  });

  it('renames no file if the server refuses a name, and says which one', async () => {
    const { files, ports, choose } = await openDataset(['a.tif', 'b.tif', 'c.tif']);
    await choose('a.tif', 'b.tif', 'c.tif');
    const dialog = await openDialog('Rename files');
    await userEvent.clear(dialog.getByRole('spinbutton', { name: 'First section' }));
    await userEvent.type(dialog.getByRole('spinbutton', { name: 'First section' }), '665');
    await userEvent.click(dialog.getByRole('button', { name: 'Rename' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'No file was renamed. The server did not rename:b.tif: The name is locked.',
    );
    expect([...files.keys()].sort()).toEqual(['a.tif', 'b.tif', 'c.tif'].map((name) => `${ROOT}/${name}`));
    expect(ports.recorded.toasts).toEqual([]);
  });

  it('shows which files the server refused, with its reasons', async () => {
    const { choose } = await openDataset(['a.tif']);
    await choose('a.tif');
    const dialog = await openDialog('Rename files');
    await userEvent.clear(dialog.getByRole('textbox', { name: 'New name' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'New name' }), 'refused.tif');
    await userEvent.click(dialog.getByRole('button', { name: 'Rename' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The server did not rename:a.tif: The name is locked.');
  });
});
