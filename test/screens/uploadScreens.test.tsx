import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { shownName } from '@data-manager/domain/names/shownName';
import { DatasetUploadScreen, ProjectUploadScreen } from '../../src/screens/UploadScreens';
import { uploadRequested } from '../../src/transfers/uploads/uploadsSlice';
import { aDataset, aProject } from '../support/builders';
import type { FakeAnswer, FakeHandler } from '../support/fakeServer';
import { renderRoute } from '../support/renderRoute';

const INVALID = 'Invalid fileName, please check the file name to be in DATASET_NAME_SXXXXXX_LXX_chXX format';

const server = {
  'GET /project': { json: { projects: [aProject()] } },
  'GET /dataset/project-1': { json: { datasets: [aDataset({ physicalSections: 24 })] } },
  'GET /manage/files': { json: { files: [] } },
};

const serverOfTwo = {
  ...server,
  'GET /dataset/project-1': {
    json: { datasets: [aDataset(), aDataset({ dataset: 'TC043', datasetHash: 'dataset-2' })] },
  },
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

/** Returns the headings of the problems. */
function problems(): readonly (string | null)[] {
  return within(screen.getByRole('region', { name: 'Problems' }))
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent);
}

function requested({ actions }: ReturnType<typeof renderRoute>) {
  return actions.find(uploadRequested.match)?.payload;
}

describe('a name that the storage rejects', () => {
  it('the screen reports a name that the storage rejects, and its file can be left out', async () => {
    const page = inProject();
    await choose(aFile('a\nb/TC042_S000001_L01_ch01.tif'), aFile('good/TC042_S000002_L01_ch01.tif'));
    expect(screen.getByText(/^Not a valid storage name:/)).toBeVisible();
    expect(screen.getByText(shownName('a\nb/TC042_S000001_L01_ch01.tif'))).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Leave out invalid files' }));
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    expect(requested(page)?.files).toHaveLength(1);
  });
});

describe('the upload screen', () => {
  it('starts the upload, keeps the files only in the registry, and shows the result in the same place', async () => {
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
          onlyIfAbsent: true,
        },
      ],
      choice: { leftOut: [], unread: 0, damaged: [] },
    });
    expect(page.ports.files.get(id)).toBe(file);
    expect(page.router.state.location.pathname).toBe('/acme/brains/upload');
    const result = screen.getByRole('region', { name: 'Result of the upload' });
    expect(result).toHaveFocus();
    expect(within(result).getByRole('heading', { level: 2 })).toHaveTextContent('0 of 1 file is uploaded.');
    expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull();
    await userEvent.click(within(result).getByRole('link', { name: 'Show the files' }));
    expect(page.router.state.location.pathname).toBe('/acme/brains');
  });

  it('omits a top folder with the dataset’s name', async () => {
    const page = inDataset();
    await choose(aFile('TC042/TC042_S000001_L01_ch01.tif'));
    expect(screen.getByText('TC042_S000001_L01_ch01.tif')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    expect(requested(page)).toMatchObject({ keyPrefix: 'brains/TC042' });
  });

  it('does not upload a file with an invalid name, and shows the specified message', async () => {
    const page = inProject();
    await choose(aFile('picture.tif'), aFile('TC042_S000001_L01_ch01.png'), aFile('TC042_S000001_L01_ch01.tif'));
    expect(problems()).toEqual(['1 name doesn’t fit']);
    expect(screen.getByText(INVALID)).toBeVisible();
    expect(screen.getByText('Invalid name')).toBeVisible();
    expect(screen.getByText(/^1 file is no image and is left out/).parentElement).toHaveTextContent(
      '1 file is no image and is left out: TC042_S000001_L01_ch01.png',
    );
    expect(screen.getByText(`Left out: no image. ${INVALID}`)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'New name for picture.tif' }).parentElement).toHaveAttribute(
      'dir',
      'ltr',
    );
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Upload' })).toHaveAccessibleDescription('Fix or leave out 1 file first');
    await userEvent.click(screen.getByRole('button', { name: 'Leave out invalid files' }));
    expect(screen.getByText('1 of 2 files, 1.00 KB')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    expect(requested(page)?.choice?.leftOut).toEqual([
      { name: 'picture.tif', reason: 'excluded' },
      { name: 'TC042_S000001_L01_ch01.png', reason: 'noImage' },
    ]);
    expect(screen.getByText('2 files left out')).toBeVisible();
  });

  it('reads the total sections as the product shows numbers, and says what it refuses', async () => {
    inDataset();
    await choose(aFile('TC042_S000025_L01_ch01.tif'));
    const field = screen.getByRole('spinbutton', { name: 'Total sections' });
    await userEvent.clear(field);
    await userEvent.type(field, '1,280');
    expect(field).toHaveAttribute('aria-valuenow', '1280');
    expect(screen.queryByText('invalid total Sections')).toBeNull();
    await userEvent.type(field, 'x');
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('Enter a whole number from 1 to 999,999');
    await userEvent.clear(field);
    await userEvent.type(field, '۲۴{ArrowUp}{ArrowDown}');
    expect(field).toHaveValue('24');
    expect(screen.getAllByText('invalid total Sections')).toHaveLength(1);
  });

  it('compares each folder of a project with the total of its dataset, or else of the field', async () => {
    inProject();
    await choose(
      aFile('TC042/TC042_S000025_L01_ch01.tif'),
      aFile('TC042/TC042_S000024_L01_ch01.tif'),
      aFile('new/new_S000030_L01_ch01.tif'),
    );
    const refused = async () => (await screen.findAllByText('Above the total sections')).length;
    const field = screen.getByRole('spinbutton', { name: 'Total sections' });
    expect(field).toHaveAccessibleDescription('For folders without a section count in their metadata');
    expect(await refused()).toBe(1);
    await userEvent.type(field, '29');
    expect(await refused()).toBe(2);
    await userEvent.clear(field);
    await userEvent.type(field, '30');
    expect(await refused()).toBe(1);
  });

  it('rejects two files with the same key', async () => {
    inProject();
    await choose(aFile('TC042_S000001_L01_ch01.tif', 1), aFile('TC042_S000001_L01_ch01.tif', 2));
    expect(problems()).toEqual(['2 scans of the same section']);
    expect(screen.getByText(/^Another chosen file has the same key/)).toBeVisible();
    expect(screen.getAllByText('Same key as another file')).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Keep rescans' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Compare/ }));
    await userEvent.click(screen.getAllByRole('button', { name: 'Leave out: TC042_S000001_L01_ch01.tif' })[0]!);
    expect(screen.getByText('The scans that are crossed out are left out.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled();
  });

  it('adds a file once even if it is selected repeatedly', async () => {
    inProject();
    await choose(aFile('TC042_S000001_L01_ch01.tif'));
    await choose(aFile('TC042_S000001_L01_ch01.tif'));
    expect(screen.getByText('1 file, 1.00 KB')).toBeVisible();
  });

  it('leaves out and counts system files', async () => {
    inProject();
    await choose(
      aFile('TC042/.DS_Store'),
      aFile('TC042/Thumbs.db'),
      aFile('TC042/desktop.ini'),
      aFile('TC042/._TC042_S000001_L01_ch01.tif'),
      aFile('TC042/TC042_S000001_L01_ch01.tif'),
    );
    expect(screen.getByText('1 file, 1.00 KB · 4 system files left out')).toBeVisible();
  });

  it.each([
    [
      'chosen',
      async (file: File) =>
        fireEvent.change(await screen.findByLabelText('Files to upload'), { target: { files: [file] } }),
    ],
    ['dropped', dropSlowly],
  ])('shows rows that were %s only after the comparison with the server, which can reorder them', async (_, take) => {
    let answer: (given: FakeAnswer) => void = () => undefined;
    inProject(() => new Promise((resolve) => (answer = resolve)));
    await take(aFile('TC042_S000001_L01_ch01.tif'));
    expect(await screen.findByText(/^1 file, 1\.00 KB/)).toBeVisible();
    expect(screen.getByText('Comparing with the server…')).toBeVisible();
    expect(screen.queryByRole('grid')).not.toBeInTheDocument();
    act(() => answer({ json: { files: [] } }));
    expect(await screen.findByText('TC042_S000001_L01_ch01.tif')).toBeVisible();
    expect(screen.queryByText('Comparing with the server…')).not.toBeInTheDocument();
  });

  it('shows the files read so far, but uploads nothing until all dropped files have been read', async () => {
    inProject();
    const endFolder = await dropSlowly(aFile('TC042_S000001_L01_ch01.tif'));
    await waitFor(() => expect(screen.getByText('TC042_S000001_L01_ch01.tif')).toBeVisible());
    expect(screen.getByText('1 file, 1.00 KB · reading files…')).toBeVisible();
    expect(screen.getByText('Problems and missing files appear once all files have been read.')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select all' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Upload' })).toHaveAccessibleDescription('Checking the files…');
    endFolder();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled());
    expect(screen.getByText('1 file, 1.00 KB')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove TC042_S000001_L01_ch01.tif' })).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select all' })).toBeEnabled();
  });

  it('mounts fewer than 200 rows for thousands of files, with errors first', async () => {
    inProject();
    const many = Array.from({ length: 5000 }, (_, index) =>
      aFile(`TC042_S${String(index).padStart(6, '0')}_L01_ch01.tif`, 1),
    );
    await choose(...many, aFile('wrong.tif'));
    await userEvent.click(screen.getByRole('button', { name: 'All files (5,001)' }));
    const rows = within(screen.getByRole('grid', { name: 'Chosen files' })).getAllByRole('row');
    expect(rows.length).toBeLessThan(200);
    expect(rows[1]).toHaveTextContent('Invalid name');
  });

  it('filters the table by what no card lists, and shows all files once the last of them is gone', async () => {
    inDataset();
    await choose(aFile('picture.tif'), aFile('TC042_S000001_L01_ch01.tif'), aFile('scan/Thumbs.db'));
    const filters = within(screen.getByRole('group', { name: 'Show only' })).getAllByRole('button');
    expect(filters.map(({ textContent }) => textContent)).not.toContainEqual(expect.stringContaining('name'));
    await userEvent.click(screen.getByRole('button', { name: '1 made by the operating system' }));
    const grid = screen.getByRole('grid', { name: 'Chosen files' });
    expect(within(grid).getAllByRole('row')).toHaveLength(2);
    expect(screen.getByText('scan/Thumbs.db')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove Thumbs.db' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '1 made by the operating system' }));
    expect(within(grid).getAllByRole('row')).toHaveLength(3);
  });

  it('leaves out what is no image by its extension, names it in a line, and shows the specified message in the table', async () => {
    const page = inDataset();
    await choose(
      aFile('TC042/notes.txt'),
      aFile('TC042/TC042_S13_L1_ch1.tif'),
      aFile('TC042/TC042_S000001_L01_ch01.tif'),
    );
    expect(problems()).toEqual(['1 name doesn’t fit']);
    const region = within(screen.getByRole('region', { name: 'Problems' }));
    expect(region.getByText('notes.txt').parentElement).toHaveTextContent(
      '1 file is no image and is left out: notes.txt',
    );
    const grid = within(screen.getByRole('grid', { name: 'Chosen files' }));
    expect(grid.getByText(`Left out: no image. ${INVALID}`)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Leave out invalid files' })).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await userEvent.click(screen.getByRole('button', { name: 'Rename selected' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename 2 files' }));
    expect(dialog.getByText('TC042_S000013_L01_ch01.tif')).toBeVisible();
    expect(dialog.queryByText('notes.txt')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(screen.getByRole('button', { name: 'Rename all (1)' }));
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    expect(requested(page)?.files).toHaveLength(2);
    expect(requested(page)?.choice?.leftOut).toEqual([{ name: 'TC042/notes.txt', reason: 'noImage' }]);
  });

  it('decides about each file of a card by itself, and leaves out only the invalid files that nothing can repair', async () => {
    inDataset();
    await choose(aFile('TC042_S51_L1_ch1.tif'), aFile('TC042_S000052_L01_ch01 .tif'), aFile('photo.tif'));
    await userEvent.clear(screen.getByRole('spinbutton', { name: 'Total sections' }));
    await userEvent.click(screen.getByRole('button', { name: 'Leave out invalid files' }));
    expect(problems()).toEqual(['2 names don’t fit']);
    await userEvent.click(screen.getByRole('button', { name: 'One by one: 2 names don’t fit' }));
    await userEvent.click(screen.getByRole('button', { name: 'Rename: TC042_S51_L1_ch1.tif' }));
    expect(problems()).toEqual(['1 name doesn’t fit']);
    expect(screen.getByRole('list', { name: '1 name doesn’t fit' })).toHaveTextContent('TC042_S000052_L01_ch01.tif');
  });

  it('names the images that a dataset still lacks, which become fewer as they are chosen', async () => {
    renderRoute(<DatasetUploadScreen />, {
      at: '/acme/brains/TC042/upload',
      server: {
        ...server,
        'GET /dataset/project-1': {
          json: { datasets: [aDataset({ physicalSections: 3, channels: [{ num: 1, name: 'auto' }] })] },
        },
        'GET /manage/files': { json: { files: [{ key: 'acme/brains/TC042/TC042_S000001_L01_ch01.tif', size: 1 }] } },
      },
    });
    expect((await screen.findByText('2 images wanted:')).parentElement).toHaveTextContent(
      '2 images wanted: TC042_S000002_L01_ch01.tif, TC042_S000003_L01_ch01.tif',
    );
    await choose(aFile('TC042_S000002_L01_ch01.tif'));
    expect((await screen.findByText('1 image wanted:')).parentElement).toHaveTextContent(
      /: TC042_S000003_L01_ch01\.tif$/,
    );
    await choose(aFile('TC042_S000003_L01_ch01.tif'));
    await waitFor(() => expect(screen.queryByText(/wanted/)).toBeNull());
  });

  it('blocks the upload until a file over 625 GiB is left out', async () => {
    inProject();
    const huge = Object.defineProperty(aFile('TC042_S000001_L01_ch01.tif'), 'size', { value: 625 * 1024 ** 3 + 1 });
    await choose(huge, aFile('TC042_S000002_L01_ch01.tif'));
    expect(screen.getByText('Files larger than 625.00 GB can’t be uploaded')).toBeVisible();
    expect(problems()).toEqual(['1 file too large']);
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Remove TC042_S000001_L01_ch01.tif' }));
    expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled();
  });

  it('counts the files at gaps and in sections with a missing channel, and each count filters the table', async () => {
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
      return screen.getAllByText(/^loose.*tif$/).map((path) => path.textContent.slice(-20, -4));
    };
    expect(await keysAfter('3 next to a gap')).toEqual(['S000002_L01_ch01', 'S000002_L01_ch02', 'S000005_L01_ch01']);
    expect(screen.getAllByText('Next to a missing section')).toHaveLength(2);
    expect(await keysAfter('1 in sections with missing channels')).toEqual(['S000005_L01_ch01']);
    expect(screen.getByText('A channel of this section is missing')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '1 in sections with missing channels' }));
    expect(within(screen.getByRole('grid', { name: 'Chosen files' })).getAllByRole('row')).toHaveLength(8);
  });

  it('clears a gap once the missing file is selected', async () => {
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
        { key: 'acme/brains/TC042_S000002_L01_ch01.tif', size: 1024, etag: 'e2' },
      ],
    },
  };

  it('replaces a file on the server only on request, and does not upload one that is left out', async () => {
    const page = inProject(taken);
    await choose(
      aFile('TC042_S000001_L01_ch01.tif'),
      aFile('TC042_S000002_L01_ch01.tif'),
      aFile('a_S000003_L01_ch01.tif'),
    );
    expect(problems()).toEqual(['2 files are on the server already']);
    expect(screen.getByText('On the server: 512 Bytes')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Leave out TC042_S000001_L01_ch01.tif' }));
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Replace TC042_S000002_L01_ch01.tif' }));
    expect(screen.getByText('2 of 3 files, 2.00 KB')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    expect(requested(page)).toMatchObject({
      files: [{ name: 'TC042_S000002_L01_ch01.tif' }, { name: 'a_S000003_L01_ch01.tif' }],
    });
    // A file that appears or changes on the server after the check is not replaced.
    expect(requested(page)?.files.map(({ onlyIfAbsent, replaces }) => onlyIfAbsent ?? replaces)).toEqual(['e2', true]);
  });

  it('applies one decision to all files that are on the server', async () => {
    inProject(taken);
    await choose(aFile('TC042_S000001_L01_ch01.tif'), aFile('TC042_S000002_L01_ch01.tif'));
    await userEvent.click(screen.getByRole('button', { name: 'Leave out all' }));
    expect(screen.getByRole('button', { name: '2 left out' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Upload' })).toHaveAccessibleDescription(
      'Nothing to upload: all files are left out',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Replace all' }));
    expect(screen.getByRole('button', { name: '2 to replace' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled();
  });

  it('reports that the server’s files can’t be loaded', async () => {
    inProject({ status: 403, json: { msg: 'no' } });
    await choose(aFile('TC042_S000001_L01_ch01.tif'));
    expect(screen.getByRole('alert')).toHaveTextContent('The files on the server could not be loaded');
    expect(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'No other problems found' })).toBeVisible();
  });

  it('renames all selected files after a preview of the new names, and can undo it', async () => {
    const page = inDataset();
    await choose(aFile('a2.tif'), aFile('a10.tif'), aFile('TC042_S000001_L01_ch01.tif'));
    await userEvent.click(screen.getByRole('checkbox', { name: 'a2.tif' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'a10.tif' }));
    await userEvent.click(screen.getByRole('button', { name: 'Rename selected' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rename 2 files' });
    expect(within(dialog).getByRole('textbox', { name: 'Dataset' })).toHaveValue('TC042');
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Dataset' }), { target: { value: '' } });
    expect(within(dialog).getByRole('button', { name: 'Apply' })).toBeDisabled();
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Dataset' }), { target: { value: 'TC042 brain' } });
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
    expect(screen.getByDisplayValue('TC042_brain_S000006_L01_ch02.tif')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo renaming of 2 files' }));
    expect(problems()).toEqual(['2 names don’t fit']);
    expect(requested(page)).toBeUndefined();
  });

  it('warns of colliding new names before they are applied', async () => {
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
    expect(within(dialog).getByRole('button', { name: 'Apply' })).toBeDisabled();
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Dataset' }), { target: { value: 'TC042_brain' } });
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
      'a3.tifTC042_brain_S000003_L01_ch01.tifAlready on the server. Leave out or replace after renaming.',
      'a4.tifTC042_brain_S000004_L01_ch01.tif',
    ]);
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Dataset' }), { target: { value: 'other' } });
    expect(within(dialog).getByRole('alert')).toHaveTextContent(/^2 files would get the same new name$/);
  });

  it('names no number for what the new names take from the old ones, until the user enters a first section', async () => {
    inDataset();
    await choose(aFile('signal_ch000024.tif'));
    await userEvent.click(screen.getByRole('button', { name: 'Rename 1 file…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename 1 file' }));
    const valueOf = (name: string) => dialog.getByRole<HTMLInputElement>('spinbutton', { name }).value;
    expect(dialog.getByText('TC042_S000024_L01_ch01.tif')).toBeVisible();
    expect(['First section', 'Layer', 'Channel'].map(valueOf)).toEqual(['', '1', '']);
    expect(dialog.getAllByPlaceholderText('From the names')).toHaveLength(2);
    await userEvent.type(dialog.getByRole('spinbutton', { name: 'First section' }), '5');
    expect(dialog.getByText('TC042_S000005_L01_ch01.tif')).toBeVisible();
    expect(['First section', 'Layer', 'Channel'].map(valueOf)).toEqual(['5', '1', '1']);
  });

  it('only reads from the server while files are selected, renamed and decided on', async () => {
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

  it('the table checks a name while it is being typed, and the upload has it once it is valid', async () => {
    const page = inDataset();
    await choose(aFile('picture.tif'));
    const field = screen.getByRole('textbox', { name: 'New name for picture.tif' });
    await userEvent.clear(field);
    await userEvent.type(field, 'TC042_S000099_L01_ch01.tif');
    expect(within(screen.getByRole('grid')).getByRole('status')).toHaveTextContent('Above the total sections');
    expect(field).toBeInvalid();
    await userEvent.clear(field);
    await userEvent.type(field, 'TC042_S000009_L01_ch01.tif');
    expect(within(screen.getByRole('grid')).getByRole('status')).toHaveTextContent('Valid name');
    expect(field).toBeValid();
    expect(screen.queryByText(INVALID)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    expect(requested(page)).toMatchObject({
      files: [{ name: 'picture.tif', newName: 'TC042_S000009_L01_ch01.tif' }],
    });
  });

  it('renames all files with invalid names without selecting them first', async () => {
    inDataset();
    await choose(aFile('scan 1.tif'), aFile('scan 2.tif'), aFile('TC042_S000009_L01_ch01.tif'));
    await userEvent.click(screen.getByRole('button', { name: 'Rename 2 files…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rename 2 files' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
    expect(await screen.findByDisplayValue('TC042_S000001_L01_ch01.tif')).toBeVisible();
    expect(screen.getByDisplayValue('TC042_S000002_L01_ch01.tif')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Rename 2 files/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled();
  });

  it('offers the corrected name if only the extension or the number of digits is wrong', async () => {
    inDataset();
    await choose(aFile('TC042_S000001_L01_ch01.ome.tiff'), aFile('TC042_S2_L1_ch1.tif'));
    expect(screen.getByText('Extension .ome.tiff, expected .tif')).toBeVisible();
    expect(screen.getByText('Wrong number of digits')).toBeVisible();
    for (const button of screen.getAllByRole('button', { name: /^Fix name of/ })) await userEvent.click(button);
    expect(screen.getByDisplayValue('TC042_S000001_L01_ch01.tif')).toBeVisible();
    expect(screen.getByDisplayValue('TC042_S000002_L01_ch01.tif')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled();
  });

  it('never takes another dataset’s image for a rescan, and uploads nothing until the user has decided about it', async () => {
    const page = inDataset();
    const own = Array.from({ length: 12 }, (_, index) => aFile(`TC042_S0000${String(index + 10)}_L01_ch01.tif`));
    await choose(...own, aFile('TC041_S000011_L01_ch01.tif'));
    expect(problems()).toEqual(['1 file named for another dataset']);
    expect(screen.getByRole('list', { name: '1 file named for another dataset' })).toHaveTextContent('TC041_S000011');
    const upload = screen.getByRole('button', { name: 'Upload' });
    expect(upload).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Rename to TC042' }));
    expect(problems()).toEqual(['2 scans of the same section']);
    await userEvent.click(screen.getByRole('button', { name: 'Undo renaming of 1 file' }));
    await userEvent.click(screen.getByRole('button', { name: 'Upload anyway' }));
    expect(problems()).toEqual(['1 file named for another dataset']);
    expect(screen.getByRole('list', { name: /TC042/ })).toHaveTextContent('1 image of another dataset');
    await userEvent.click(screen.getByRole('button', { name: 'Leave out' }));
    await userEvent.click(upload);
    expect(requested(page)?.files).toHaveLength(12);
  });

  it('asks once about a folder whose images all have another prefix, and stores the prefix that the user confirms', async () => {
    const { server: api, ...page } = renderRoute(<DatasetUploadScreen />, {
      at: '/acme/brains/TC042/upload',
      features: ['datasets.namePrefixes'],
      server: { ...server, 'PATCH /dataset/dataset-1': { json: aDataset({ namePrefixes: ['M12'] }) } },
    });
    await choose(aFile('M12_S000001_L01_ch01.tif'), aFile('M12_S000002_L01_ch01.tif'));
    expect(problems()).toEqual(['2 files named for another dataset']);
    api.on('GET /dataset/project-1', { json: { datasets: [aDataset({ namePrefixes: ['M12'] })] } });
    await userEvent.click(screen.getByRole('button', { name: 'Upload anyway' }));
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    await waitFor(() =>
      expect(api.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ namePrefixes: ['M12'] }),
    );
    expect(page.actions.filter(uploadRequested.match)).toHaveLength(1);
    await choose(aFile('M12_S000003_L01_ch01.tif'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled());
  });

  it('counts a file that waits for two decisions for each of them, as the cards do', async () => {
    renderRoute(<DatasetUploadScreen />, {
      at: '/acme/brains/TC042/upload',
      server: {
        ...serverOfTwo,
        'GET /manage/files': {
          json: {
            files: ['TC042_S000001', 'TC043_S000001'].map((name) => ({
              key: `acme/brains/TC042/${name}_L01_ch01.tif`,
              size: 1,
            })),
          },
        },
      },
    });
    await choose(aFile('TC043_S000001_L01_ch01.tif'), aFile('TC042_S000001_L01_ch01.tif'));
    expect(problems()).toEqual(['1 file named for another dataset', '2 files are on the server already']);
    expect(screen.getByRole('button', { name: 'Upload' })).toHaveAccessibleDescription(
      'Confirm or leave out 1 file, leave out or replace 2',
    );
  });

  it('lists the files by section, then by channel', async () => {
    inDataset();
    await choose(
      ...['TC042_S000002_L01_ch01.tif', 'TC042_S000001_L01_ch02.tif', 'TC042_S000001_L01_ch01.tif'].map((name) =>
        aFile(name),
      ),
    );
    const keys = screen.getAllByText(/^TC042_S.*tif$/).map((key) => key.textContent.slice(-20, -4));
    expect(keys).toEqual(['S000001_L01_ch01', 'S000001_L01_ch02', 'S000002_L01_ch01']);
  });

  it.each([
    [['C1-stack0001.tif', 'C2-stack0001.tif', 'C2-stack0002.tif'], undefined],
    [
      ['Series001_z000_ch01.tif', 'Series002_z001_ch01.tif'],
      /leave out a number that differs: 001 in Series001_z000_ch01\.tif, 002 in Series002_z001_ch01\.tif/,
    ],
    [['a/z1_c1.tif', 'b/z1_c1.tif'], /Two images in different folders would both become TC042_S000001_L01_ch01\.tif/],
  ])('renames no files against what their names say, unless the user wants it: %j', async (names, contradiction) => {
    inDataset();
    await choose(...names.map((name) => aFile(name)));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await userEvent.click(screen.getByRole('button', { name: 'Rename selected' }));
    const dialog = within(await screen.findByRole('dialog', { name: `Rename ${names.length} files` }));
    if (contradiction !== undefined) {
      expect(dialog.getByRole('alert')).toHaveTextContent(contradiction);
      expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
      await userEvent.click(dialog.getByRole('checkbox', { name: 'Rename anyway' }));
    }
    expect(dialog.getByRole('button', { name: 'Apply' })).toBeEnabled();
  });

  it('reads the numbers from digits that are clicked in a sample name, and warns of large gaps', async () => {
    inDataset();
    await choose(aFile('scan_ch00020.tif'), aFile('scan_ch10020.tif'));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await userEvent.click(screen.getByRole('button', { name: 'Rename selected' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rename 2 files' });
    expect(within(dialog).getByText('00020 = section')).toBeVisible();
    expect(within(dialog).getByRole('alert')).toHaveTextContent('9,999 of the sections 20–10020 would be missing.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Channel' }));
    const digits = within(dialog).getByRole('toolbar', { name: 'Digits of scan_ch00020.tif' });
    await userEvent.click(within(digits).getAllByRole('button')[0]!);
    expect(within(dialog).getByText('0020 = section, 0 = channel')).toBeVisible();
    expect(within(dialog).queryByRole('alert')).toBeNull();
    expect(within(dialog).getByText('TC042_S000020_L01_ch02.tif')).toBeVisible();
  });
});
