import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { shownName } from '../../src/domain/names/shownName';
import { DatasetUploadScreen, ProjectUploadScreen } from '../../src/screens/UploadScreens';
import { uploadRequested } from '../../src/transfers/uploads/uploadsSlice';
import { aDataset, aProject } from '../support/builders';
import type { FakeAnswer, FakeHandler } from '../support/fakeServer';
import { REFUSED_NAMES } from '../support/hostileNames';
import { renderRoute } from '../support/renderRoute';

const INVALID = 'Invalid fileName, please check the file name to be in DATASET_NAME_SXXXXXX_LXX_chXX format';

const server = {
  'GET /project': { json: { projects: [aProject()] } },
  'GET /dataset/project-1': { json: { datasets: [aDataset({ physicalSections: 24 })] } },
  'GET /manage/files': { json: { files: [] } },
};

function aFile(path: string, bytes = 1024): File {
  const file = new File(['x'.repeat(bytes)], path.split('/').at(-1)!, { lastModified: 1_700_000_000_000 });
  // jsdom lacks it; browsers leave it empty for a file that was not chosen inside a folder.
  return Object.defineProperty(file, 'webkitRelativePath', { value: path.includes('/') ? path : '' });
}

async function choose(...files: File[]): Promise<void> {
  const input = await screen.findByLabelText('Files to upload');
  fireEvent.change(input, { target: { files } });
  await waitFor(() => {
    expect(screen.queryByText('Comparing with the server…')).toBeNull();
    expect(screen.queryByText(/reading files/)).toBeNull();
  });
}

/** Drops a file and a folder that is being read until the callback. */
async function dropSlowly(file: File): Promise<() => void> {
  const zone = (await screen.findByText('Drop files or folders here, or choose them:')).parentElement!;
  let tick = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (tick += 1_000));
  let endFolder: (entries: readonly never[]) => void = () => undefined;
  const entries = [
    {
      isFile: true,
      isDirectory: false,
      fullPath: `/${file.name}`,
      file: (give: (found: File) => void) => give(file),
    },
    {
      isFile: false,
      isDirectory: true,
      fullPath: '/slow',
      createReader: () => ({ readEntries: (give: typeof endFolder) => (endFolder = give) }),
    },
  ];
  const items = entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry }));
  fireEvent.drop(zone, { dataTransfer: { types: ['Files'], items } });
  return () => endFolder([]);
}

function inProject(files: FakeAnswer | FakeHandler = { json: { files: [] } }) {
  return renderRoute(<ProjectUploadScreen />, {
    at: '/acme/brains/upload',
    server: { ...server, 'GET /manage/files': files },
  });
}

function inDataset() {
  return renderRoute(<DatasetUploadScreen />, { at: '/acme/brains/TC042/upload', server });
}

function requested({ actions }: ReturnType<typeof renderRoute>) {
  return actions.find(uploadRequested.match)?.payload;
}

afterEach(() => jest.restoreAllMocks());

describe('a name that the storage refuses', () => {
  it.each(REFUSED_NAMES)('because of %s is told of before anything is sent, and can be left out', async (_, name) => {
    const page = inProject();
    await choose(aFile(`${name}/TC042_S000001_L01_ch01.tif`), aFile('good/TC042_S000002_L01_ch01.tif'));
    expect(screen.getByText(/^Not a valid storage name/)).toBeVisible();
    expect(screen.getByText(shownName(`acme/brains/${name}/TC042_S000001_L01_ch01.tif`))).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Exclude invalid files' }));
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    expect(requested(page)?.files).toHaveLength(1);
  });
});

describe('the upload screen', () => {
  it('shows each file with the key that it will get, and the sum of them', async () => {
    inProject();
    await choose(aFile('TC042/TC042_S000001_L01_ch01.tif'), aFile('TC042_S000002_L01_ch01.tif', 512));
    expect(screen.getByText('acme/brains/TC042/TC042_S000001_L01_ch01.tif')).toBeVisible();
    expect(screen.getByText('acme/brains/TC042_S000002_L01_ch01.tif')).toBeVisible();
    expect(screen.getByText('2 files, 1.50 KB')).toBeVisible();
  });

  it('hands the files over, keeps them in the registry alone, and goes to the project', async () => {
    const page = inProject();
    const file = aFile('TC042/TC042_S000001_L01_ch01.tif');
    await choose(file);
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    const id = requested(page)?.files[0]?.id ?? 'none';
    expect(requested(page)).toEqual({
      keyPrefix: 'brains',
      files: [
        {
          id,
          name: 'TC042_S000001_L01_ch01.tif',
          size: 1024,
          lastModified: 1_700_000_000_000,
          webkitRelativePath: 'TC042/TC042_S000001_L01_ch01.tif',
        },
      ],
    });
    expect(page.ports.files.get(id)).toBe(file);
    expect(page.router.state.location.pathname).toBe('/acme/brains');
  });

  it('leaves out the top folder that bears the dataset’s own name', async () => {
    const page = inDataset();
    await choose(aFile('TC042/TC042_S000001_L01_ch01.tif'));
    expect(screen.getByText('acme/brains/TC042/TC042_S000001_L01_ch01.tif')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    expect(requested(page)).toMatchObject({ keyPrefix: 'brains/TC042' });
    expect(page.router.state.location.pathname).toBe('/acme/brains/TC042');
  });

  it('does not send a name that breaks the grammar, and says so in the specified words', async () => {
    inProject();
    await choose(aFile('picture.tif'), aFile('TC042_S000001_L01_ch01.png'), aFile('TC042_S000001_L01_ch01.tif'));
    expect(screen.getAllByText(INVALID)).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Exclude invalid files' }));
    expect(screen.getByText('1 file, 1.00 KB')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled();
  });

  it('lets a wrong name be put right in place', async () => {
    const page = inProject();
    await choose(aFile('picture.tif'));
    const field = screen.getByRole('textbox', { name: 'New name for picture.tif' });
    expect(field).toBeInvalid();
    await userEvent.clear(field);
    await userEvent.type(field, 'TC042_S000007_L01_ch01.tif{Enter}');
    expect(screen.queryByText(INVALID)).toBeNull();
    expect(screen.getByText('acme/brains/TC042_S000007_L01_ch01.tif')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    expect(requested(page)).toMatchObject({
      files: [{ name: 'picture.tif', newName: 'TC042_S000007_L01_ch01.tif' }],
    });
  });

  it('takes the total of sections from the dataset, and refuses a section beyond it', async () => {
    inDataset();
    await choose(aFile('TC042_S000024_L01_ch01.tif'), aFile('TC042_S000025_L01_ch01.tif'));
    expect(screen.getByRole('spinbutton', { name: 'Total sections' })).toHaveValue(24);
    expect(screen.getAllByText('invalid total Sections')).toHaveLength(1);
    await userEvent.clear(screen.getByRole('spinbutton', { name: 'Total sections' }));
    await userEvent.type(screen.getByRole('spinbutton', { name: 'Total sections' }), '30');
    expect(screen.queryByText('invalid total Sections')).toBeNull();
  });

  it('holds each folder of a project against its own total: a dataset’s, or the one in the field', async () => {
    inProject();
    await choose(
      aFile('TC042/TC042_S000025_L01_ch01.tif'),
      aFile('TC042/TC042_S000024_L01_ch01.tif'),
      aFile('new/new_S000030_L01_ch01.tif'),
    );
    const refused = async () => (await screen.findAllByText('invalid total Sections')).length;
    const field = screen.getByRole('spinbutton', { name: 'Total sections' });
    expect(field).toHaveAccessibleDescription('For folders without a section count in their metadata');
    expect(await refused()).toBe(1);
    await userEvent.type(field, '29');
    expect(await refused()).toBe(2);
    await userEvent.clear(field);
    await userEvent.type(field, '30');
    expect(await refused()).toBe(1);
  });

  it('does not let two files overwrite each other', async () => {
    inProject();
    await choose(aFile('TC042_S000001_L01_ch01.tif', 1), aFile('TC042_S000001_L01_ch01.tif', 2));
    expect(screen.getAllByText('Another chosen file has the same key')).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled();
  });

  it('takes the same file once, however often it is chosen', async () => {
    inProject();
    await choose(aFile('TC042_S000001_L01_ch01.tif'));
    await choose(aFile('TC042_S000001_L01_ch01.tif'));
    expect(screen.getByText('1 file, 1.00 KB')).toBeVisible();
  });

  it('leaves out what operating systems leave in folders, and counts it', async () => {
    inProject();
    await choose(
      aFile('TC042/.DS_Store'),
      aFile('TC042/Thumbs.db'),
      aFile('TC042/desktop.ini'),
      aFile('TC042/._TC042_S000001_L01_ch01.tif'),
      aFile('TC042/TC042_S000001_L01_ch01.tif'),
    );
    expect(screen.getByText('1 file, 1.00 KB · 4 system files ignored')).toBeVisible();
  });

  it('lets a mosaic file through as it is', async () => {
    inProject();
    await choose(aFile('Mosaic_TC042.txt'));
    expect(screen.queryByText(INVALID)).toBeNull();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled();
  });

  it('takes single files out again', async () => {
    inProject();
    await choose(aFile('TC042_S000001_L01_ch01.tif'));
    await userEvent.click(screen.getByRole('button', { name: 'Remove TC042_S000001_L01_ch01.tif' }));
    expect(screen.getByText('No files selected')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled();
  });

  it('reads files out of folders that are dropped', async () => {
    inProject();
    const file = aFile('TC042_S000001_L01_ch01.tif');
    const entry = {
      isFile: true,
      isDirectory: false,
      fullPath: '/TC042/TC042_S000001_L01_ch01.tif',
      file: (give: (found: File) => void) => give(file),
    };
    const zone = (await screen.findByText('Drop files or folders here, or choose them:')).parentElement!;
    fireEvent.drop(zone, {
      dataTransfer: { types: ['Files'], items: [{ kind: 'file', webkitGetAsEntry: () => entry }] },
    });
    await waitFor(() => expect(screen.getByText('acme/brains/TC042/TC042_S000001_L01_ch01.tif')).toBeVisible());
  });

  it.each([
    [
      'chosen',
      async (file: File) =>
        fireEvent.change(await screen.findByLabelText('Files to upload'), { target: { files: [file] } }),
    ],
    ['dropped', dropSlowly],
  ])(
    'shows rows that were %s once they are compared with the server, since they would change places then',
    async (_, take) => {
      let answer: (given: FakeAnswer) => void = () => undefined;
      inProject(() => new Promise((resolve) => (answer = resolve)));
      await take(aFile('TC042_S000001_L01_ch01.tif'));
      expect(await screen.findByText(/^1 file, 1\.00 KB/)).toBeVisible();
      expect(screen.getByText('Comparing with the server…')).toBeVisible();
      expect(screen.queryByRole('grid')).not.toBeInTheDocument();
      act(() => answer({ json: { files: [] } }));
      expect(await screen.findByText('acme/brains/TC042_S000001_L01_ch01.tif')).toBeVisible();
      expect(screen.queryByText('Comparing with the server…')).not.toBeInTheDocument();
    },
  );

  it('shows what is read already, but sends nothing before all that was dropped is read', async () => {
    inProject();
    const endFolder = await dropSlowly(aFile('TC042_S000001_L01_ch01.tif'));
    await waitFor(() => expect(screen.getByText('acme/brains/TC042_S000001_L01_ch01.tif')).toBeVisible());
    expect(screen.getByText('1 file, 1.00 KB · reading files…')).toBeVisible();
    expect(screen.getByText('Problems and missing files appear once all files have been read.')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select all' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled();
    endFolder();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled());
    expect(screen.getByText('1 file, 1.00 KB')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove TC042_S000001_L01_ch01.tif' })).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select all' })).toBeEnabled();
  });

  it('keeps fewer than 200 rows in the document for thousands of files, wrong ones first', async () => {
    inProject();
    const many = Array.from({ length: 5000 }, (_, index) =>
      aFile(`TC042_S${String(index).padStart(6, '0')}_L01_ch01.tif`, 1),
    );
    await choose(...many, aFile('wrong.tif'));
    const rows = within(screen.getByRole('grid', { name: 'Chosen files' })).getAllByRole('row');
    expect(rows.length).toBeLessThan(200);
    expect(rows[1]).toHaveTextContent(INVALID);
  });

  it('counts what needs attention, and each count narrows the table to its rows and back', async () => {
    inDataset();
    await choose(
      aFile('picture.tif'),
      aFile('photo.tif'),
      aFile('TC042_S000025_L01_ch01.tif'),
      aFile('TC042_S000002_L01_ch01.tif', 0),
      aFile('TC042_S000003_L01_ch01.tif', 1),
      aFile('TC042_S000003_L01_ch01.tif', 2),
      aFile('scan/Thumbs.db'),
      aFile('TC042_S000004_L01_ch01.tif'),
    );
    const shownAfter = async (count: string) => {
      await userEvent.click(screen.getByRole('button', { name: count }));
      expect(screen.getByRole('button', { name: count })).toHaveAttribute('aria-pressed', 'true');
      return within(screen.getByRole('grid', { name: 'Chosen files' })).getAllByRole('row').length - 1;
    };
    expect(await shownAfter('2 invalid names')).toBe(2);
    expect(await shownAfter('1 above the total sections')).toBe(1);
    expect(await shownAfter('2 with the same key')).toBe(2);
    expect(await shownAfter('1 empty')).toBe(1);
    expect(await shownAfter('1 ignored (system)')).toBe(1);
    expect(screen.getByText('scan/Thumbs.db')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove Thumbs.db' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '1 ignored (system)' }));
    expect(within(screen.getByRole('grid', { name: 'Chosen files' })).getAllByRole('row')).toHaveLength(8);
  });

  it('shows all rows again when the last one of a kind was taken out', async () => {
    inProject();
    await choose(aFile('picture.tif'), aFile('TC042_S000001_L01_ch01.tif'));
    await userEvent.click(screen.getByRole('button', { name: '1 invalid name' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove picture.tif' }));
    expect(screen.queryByRole('group', { name: 'Show only' })).toBeNull();
    expect(screen.getByText('acme/brains/TC042_S000001_L01_ch01.tif')).toBeVisible();
  });

  it('refuses a file over 625 GiB until it is left out', async () => {
    inProject();
    const huge = Object.defineProperty(aFile('TC042_S000001_L01_ch01.tif'), 'size', { value: 625 * 1024 ** 3 + 1 });
    await choose(huge, aFile('TC042_S000002_L01_ch01.tif'));
    expect(screen.getByText('Files larger than 625.00 GB can’t be uploaded')).toBeVisible();
    expect(screen.getByRole('button', { name: '1 larger than 625.00 GB' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Remove TC042_S000001_L01_ch01.tif' }));
    expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled();
  });

  it('tells what a folder will lack by its names, and sends the files nevertheless', async () => {
    inProject();
    await choose(
      aFile('loose/TC042_S000001_L01_ch01.tif'),
      aFile('loose/TC042_S000001_L01_ch02.tif'),
      aFile('loose/TC042_S000004_L01_ch01.tif'),
    );
    expect(await screen.findByRole('list', { name: 'Completeness of loose' })).toHaveTextContent(
      /^5 of 8 files still missing after this upload: S000002–S000003, S000004 ch02$/,
    );
    expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled();
  });

  it('counts the files at gaps and in sections that lack a channel, and each count shows those alone', async () => {
    inProject();
    await choose(
      aFile('loose/TC042_S000001_L01_ch01.tif'),
      aFile('loose/TC042_S000001_L01_ch02.tif'),
      aFile('loose/TC042_S000002_L01_ch01.tif'),
      aFile('loose/TC042_S000002_L01_ch02.tif'),
      aFile('loose/TC042_S000005_L01_ch01.tif'),
      aFile('loose/TC042_S000006_L01_ch01.tif'),
      aFile('loose/TC042_S000006_L01_ch02.tif'),
    );
    await screen.findByRole('list', { name: 'Completeness of loose' });
    const keysAfter = async (count: string) => {
      const toggle = screen.getByRole('button', { name: count });
      expect(toggle).toHaveAttribute('aria-pressed', 'false');
      act(() => toggle.focus());
      await userEvent.keyboard(' ');
      expect(toggle).toHaveAttribute('aria-pressed', 'true');
      return screen.getAllByText(/^acme.*tif$/).map((key) => key.textContent.slice(-20, -4));
    };
    expect(await keysAfter('3 next to a gap')).toEqual(['S000002_L01_ch01', 'S000002_L01_ch02', 'S000005_L01_ch01']);
    expect(screen.getAllByText('The section before or after this one is missing')).toHaveLength(2);
    expect(await keysAfter('1 with missing channels')).toEqual(['S000005_L01_ch01']);
    expect(screen.getByText('Missing channel in this section')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '1 with missing channels' }));
    expect(within(screen.getByRole('grid', { name: 'Chosen files' })).getAllByRole('row')).toHaveLength(8);
  });

  it('counts no gap any more once the file that was missing is chosen', async () => {
    inProject();
    await choose(aFile('a_S000001_L01_ch01.tif'), aFile('a_S000003_L01_ch01.tif'));
    await userEvent.click(await screen.findByRole('button', { name: '2 next to a gap' }));
    await choose(aFile('a_S000002_L01_ch01.tif'));
    await waitFor(() => expect(screen.queryByRole('button', { name: /next to a gap/ })).toBeNull());
    expect(within(screen.getByRole('grid', { name: 'Chosen files' })).getAllByRole('row')).toHaveLength(4);
  });

  const taken: FakeAnswer = {
    json: {
      files: [
        { key: 'acme/brains/TC042_S000001_L01_ch01.tif', size: 512 },
        { key: 'acme/brains/TC042_S000002_L01_ch01.tif', size: 1024 },
      ],
    },
  };

  it('does not replace a file on the server before somebody says so, and sends none that is skipped', async () => {
    const page = inProject(taken);
    await choose(
      aFile('TC042_S000001_L01_ch01.tif'),
      aFile('TC042_S000002_L01_ch01.tif'),
      aFile('a_S000003_L01_ch01.tif'),
    );
    expect(screen.getByRole('button', { name: '2 already on the server' })).toBeVisible();
    expect(screen.getByText('On the server: 512 Bytes')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Skip TC042_S000001_L01_ch01.tif' }));
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Replace TC042_S000002_L01_ch01.tif' }));
    expect(screen.getByText('2 files, 2.00 KB')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    expect(requested(page)).toMatchObject({
      files: [{ name: 'TC042_S000002_L01_ch01.tif' }, { name: 'a_S000003_L01_ch01.tif' }],
    });
  });

  it('takes one decision for all files that are on the server', async () => {
    inProject(taken);
    await choose(aFile('TC042_S000001_L01_ch01.tif'), aFile('TC042_S000002_L01_ch01.tif'));
    await userEvent.click(screen.getByRole('button', { name: 'Skip all' }));
    expect(screen.getByRole('button', { name: '2 to skip' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Replace all' }));
    expect(screen.getByRole('button', { name: '2 to replace' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled();
  });

  it('says so when the server’s files can’t be read', async () => {
    inProject({ status: 403, json: { msg: 'no' } });
    await choose(aFile('TC042_S000001_L01_ch01.tif'));
    expect(screen.getByRole('alert')).toHaveTextContent('The files on the server could not be loaded');
    expect(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('renames chosen files at once, shows every new name first, and takes it back', async () => {
    const page = inDataset();
    await choose(aFile('a2.tif'), aFile('a10.tif'), aFile('TC042_S000001_L01_ch01.tif'));
    await userEvent.click(screen.getByRole('checkbox', { name: 'a2.tif' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'a10.tif' }));
    await userEvent.click(screen.getByRole('button', { name: 'Rename selected' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rename 2 files' });
    expect(within(dialog).getByRole('textbox', { name: 'Dataset' })).toHaveValue('TC042');
    expect(within(dialog).getByRole('button', { name: 'Apply' })).toBeDisabled();
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Name' }), { target: { value: 'brain' } });
    fireEvent.change(within(dialog).getByRole('spinbutton', { name: 'First section' }), { target: { value: '5' } });
    fireEvent.change(within(dialog).getByRole('spinbutton', { name: 'Channel' }), { target: { value: '2' } });
    const preview = within(dialog).getByRole('grid', { name: 'New names' });
    expect(
      within(preview)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual([
      'Old nameNew name',
      'a2.tifTC042_brain_S000005_L01_ch02.tif',
      'a10.tifTC042_brain_S000006_L01_ch02.tif',
    ]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
    expect(screen.queryByText(INVALID)).toBeNull();
    expect(screen.getByText('acme/brains/TC042/TC042_brain_S000006_L01_ch02.tif')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo renaming of 2 files' }));
    expect(screen.getAllByText(INVALID)).toHaveLength(2);
    expect(requested(page)).toBeUndefined();
  });

  it('warns of new names that would collide before they are applied', async () => {
    renderRoute(<DatasetUploadScreen />, {
      at: '/acme/brains/TC042/upload',
      server: {
        ...server,
        'GET /manage/files': {
          json: { files: [{ key: 'acme/brains/TC042/TC042_brain_S000003_L01_ch01.tif', size: 1 }] },
        },
      },
    });
    await choose(
      aFile('a1.tif'),
      aFile('b1.tif'),
      aFile('a2.tif'),
      aFile('a3.tif'),
      aFile('a4.tif'),
      aFile('TC042_brain_S000002_L01_ch01.tif'),
    );
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'TC042_brain_S000002_L01_ch01.tif' }));
    await userEvent.click(screen.getByRole('button', { name: 'Rename selected' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rename 5 files' });
    await userEvent.click(within(dialog).getByRole('switch', { name: 'Use numbers from file names' }));
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Name' }), { target: { value: 'brain' } });
    expect(within(dialog).getByRole('alert')).toHaveTextContent(
      '2 files would get the same new name · 1 file would get the name of another chosen file · 1 file would get the name of a file on the server',
    );
    const warned = within(within(dialog).getByRole('grid', { name: 'New names' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
    expect(warned).toEqual([
      'a1.tifTC042_brain_S000001_L01_ch01.tifAnother file gets the same new name',
      'b1.tifTC042_brain_S000001_L01_ch01.tifAnother file gets the same new name',
      'a2.tifTC042_brain_S000002_L01_ch01.tifAnother chosen file already has this name',
      'a3.tifTC042_brain_S000003_L01_ch01.tifAlready on the server. Skip or replace after renaming.',
      'a4.tifTC042_brain_S000004_L01_ch01.tif',
    ]);
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Name' }), { target: { value: 'other' } });
    expect(within(dialog).getByRole('alert')).toHaveTextContent(/^2 files would get the same new name$/);
  });

  it('reads the server, but writes nothing to it while files are chosen, renamed and decided on', async () => {
    const page = inProject(taken);
    await choose(aFile('TC042_S000001_L01_ch01.tif'), aFile('picture.tif'), aFile('TC042_S000009_L01_ch01.TIFF'));
    await userEvent.click(screen.getByRole('button', { name: 'Replace all' }));
    const field = screen.getByRole('textbox', { name: 'New name for picture.tif' });
    await userEvent.clear(field);
    await userEvent.type(field, 'TC042_S000007_L01_ch01.tif{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Remove TC042_S000009_L01_ch01.TIFF' }));
    expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled();
    const methods = () => new Set(page.server.calls.map(({ method }) => method));
    expect(methods()).toEqual(new Set(['GET']));
    expect(page.server.calls.map(({ path }) => path)).toContain('/manage/files');
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    expect(requested(page)?.files).toHaveLength(2);
  });

  it('takes .tif and .tiff in any case', async () => {
    inProject();
    await choose(
      aFile('a_S000001_L01_ch01.tif'),
      aFile('a_S000002_L01_ch01.TIF'),
      aFile('a_S000003_L01_ch01.tiff'),
      aFile('a_S000004_L01_ch01.TiFf'),
    );
    expect(screen.queryByText(INVALID)).toBeNull();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled();
  });

  it('offers the numbers that the names seem to hold, and takes them only when told to', async () => {
    inDataset();
    await choose(aFile('signal_ch000012.tif'), aFile('background_ch010012.tif'));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await userEvent.click(screen.getByRole('button', { name: 'Rename selected' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rename 2 files' });
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Name' }), { target: { value: 'brain' } });
    expect(within(dialog).getByText('TC042_brain_S000001_L01_ch01.tif')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('switch', { name: 'Use numbers from file names' }));
    expect(within(dialog).getByText('TC042_brain_S000012_L01_ch01.tif')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
    expect(screen.getByText('acme/brains/TC042/TC042_brain_S000012_L01_ch02.tif')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled();
  });
});
