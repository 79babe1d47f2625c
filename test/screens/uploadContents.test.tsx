import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DatasetUploadScreen, ProjectUploadScreen } from '../../src/screens/UploadScreens';
import { uploadRequested } from '../../src/transfers/uploads/uploadsSlice';
import { aDataset, aProject } from '../support/builders';
import { layoutTiff } from '../support/layoutTiff';
import { renderRoute } from '../support/renderRoute';
import { sentence } from '../support/sentence';
import { plainTiff } from '../support/tiffs';

const server = {
  'GET /project': { json: { projects: [aProject()] } },
  'GET /dataset/project-1': {
    json: {
      datasets: [
        aDataset({ physicalSections: 3, channels: [{ num: 1, name: 'auto' }] }),
        aDataset({ dataset: 'TC043', datasetHash: 'dataset-2' }),
      ],
    },
  },
  'GET /manage/files': { json: { files: [] } },
};

const COMPLETE = new Uint8Array(plainTiff({ width: 4, height: 2, values: Array<number>(8).fill(1), bits: 16 }));
const TRUNCATED = COMPLETE.subarray(0, -10);

/** jsdom’s files have no `arrayBuffer`. */
function aFile(path: string, content: Uint8Array | string): File {
  const bytes = typeof content === 'string' ? Uint8Array.from(Buffer.from(content)) : content.slice();
  const file = new File([bytes], path.split('/').at(-1)!, { lastModified: 1_700_000_000_000 });
  const slice = (start: number, end: number) => ({
    arrayBuffer: () => Promise.resolve(bytes.slice(start, end).buffer),
  });
  return Object.defineProperties(file, {
    webkitRelativePath: { value: path.includes('/') ? path : '' },
    arrayBuffer: { value: () => Promise.resolve(bytes.slice().buffer), configurable: true },
    slice: { value: slice, configurable: true, writable: true },
  });
}

function nameOf(section: number): string {
  return `TC042_S00000${section}_L01_ch01.tif`;
}

async function choose(...files: readonly File[]): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Files to upload'), { target: { files } });
  await screen.findByRole('grid', { name: 'Chosen files' });
}

function inDataset() {
  return renderRoute(<DatasetUploadScreen />, { at: '/acme/brains/TC042/upload', server });
}

function rows(): readonly (string | null)[] {
  const grid = screen.getByRole('grid', { name: 'Chosen files' });
  return within(grid)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
}

describe('the contents of chosen images', () => {
  it('says nothing about the contents of complete images once all of them have been read', async () => {
    inDataset();
    await choose(aFile(nameOf(1), COMPLETE), aFile(nameOf(2), COMPLETE), aFile('Mosaic.txt', 'no image'));
    expect(await screen.findByRole('heading', { name: 'No problems found' })).toBeVisible();
    expect(screen.queryByText(/Checking contents/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Upload anyway' })).toBeNull();
    expect(screen.queryByText(/damaged/)).toBeNull();
  });

  it('says that no problems were found so far until all contents have been checked', async () => {
    inDataset();
    const file = aFile(nameOf(1), COMPLETE);
    let respond = (): void => undefined;
    const responded = new Promise<void>((resolve) => (respond = resolve));
    const whole = aFile(nameOf(1), COMPLETE);
    Object.defineProperty(file, 'slice', {
      value: (start: number, end: number) => ({
        arrayBuffer: () => responded.then(() => whole.slice(start, end).arrayBuffer()),
      }),
    });
    await choose(file);
    const problems = within(screen.getByRole('region', { name: 'Problems' }));
    expect(problems.getByRole('heading', { name: 'No problems found so far' })).toBeVisible();
    respond();
    expect(await problems.findByRole('heading', { name: 'No problems found' })).toBeVisible();
  });

  it('names what can not be previewed, and descriptions of more planes, although the images are complete', async () => {
    inDataset();
    const { file } = layoutTiff([{ width: 16, height: 16, bits: [48] }]);
    const copy = layoutTiff([{ width: 16, height: 16, bits: [16], description: 'ImageJ=1.53t\nimages=5\n' }]);
    await choose(aFile(nameOf(1), COMPLETE), aFile(nameOf(2), file), aFile(nameOf(3), copy.file));
    const text =
      '1 image: Integers of 48 bits can’t be previewed · 1 image: The description names 5 planes, the file has 1';
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('names what can not be previewed, although other images are damaged', async () => {
    inDataset();
    const { file } = layoutTiff([{ width: 16, height: 16, bits: [48] }]);
    await choose(aFile(nameOf(1), TRUNCATED), aFile(nameOf(2), file));
    expect(await screen.findByRole('heading', { name: '1 damaged image' })).toBeVisible();
    expect(screen.getByText('1 image: Integers of 48 bits can’t be previewed')).toBeVisible();
  });

  it('leaves out damaged images, and uploads them anyway on request, listed first and counted as damaged', async () => {
    const page = inDataset();
    await choose(aFile(nameOf(1), COMPLETE), aFile(nameOf(2), TRUNCATED), aFile(nameOf(3), ''), aFile('text.tif', 'x'));
    expect(await screen.findByRole('heading', { name: '3 damaged images' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Leave out' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Upload anyway' }));
    await waitFor(() =>
      expect(rows()).toEqual([
        expect.stringContaining('Invalid name'),
        expect.stringContaining('Damaged: truncated'),
        expect.stringContaining('Empty file'),
        expect.stringContaining(nameOf(1)),
      ]),
    );
    await waitFor(() =>
      expect(screen.getByRole('list', { name: 'Completeness of TC042' })).toHaveTextContent(
        '2 damaged images: S000002–S000003',
      ),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Leave out invalid files' }));
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    expect(page.actions.find(uploadRequested.match)?.payload.files).toHaveLength(3);
  });

  it('leaves damaged images out of the upload, its size and its forecast unless the user wants them', async () => {
    const page = inDataset();
    await choose(aFile(nameOf(1), COMPLETE), aFile(nameOf(2), 'no image'), aFile(nameOf(3), COMPLETE));
    const leaveOut = await screen.findByRole('button', { name: 'Leave out' });
    expect(leaveOut).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Upload anyway' }));
    expect(await screen.findByText('Damaged: not a TIFF')).toBeVisible();
    await userEvent.click(leaveOut);
    expect(await screen.findByText('Left out: not a TIFF')).toBeVisible();
    expect(await screen.findByText(/^2 of 3 files, /)).toBeVisible();
    await waitFor(() =>
      expect(screen.getByRole('list', { name: 'Completeness of TC042' })).toHaveTextContent(
        /^1 of 3 images still missing after this upload: S000002/,
      ),
    );
    await choose(aFile('TC042_S000002_L02_ch01.tif', TRUNCATED));
    expect(await screen.findByText('Left out: truncated')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    const sent = page.actions.find(uploadRequested.match)?.payload.files;
    expect(sent?.map(({ name }) => name)).toEqual([nameOf(1), nameOf(3)]);
  });

  it('keeps the result of the check while files are renamed and renamed back', async () => {
    inDataset();
    await choose(aFile('a1.tif', TRUNCATED), aFile('a2.tif', COMPLETE));
    expect(await screen.findByRole('heading', { name: '1 damaged image' })).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await userEvent.click(screen.getByRole('button', { name: 'Rename selected' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Left out: truncated')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo renaming of 2 files' }));
    expect(screen.getByRole('heading', { name: '1 damaged image' })).toBeVisible();
  });

  it('never counts images as complete that could not be read', async () => {
    inDataset();
    const gone = aFile(nameOf(1), COMPLETE);
    Object.defineProperty(gone, 'slice', {
      value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }),
    });
    await choose(gone, aFile(nameOf(2), COMPLETE));
    expect(await screen.findByText('1 file could not be read')).toBeVisible();
  });
});

it('points out images in a project that are named for another dataset than their folder', async () => {
  renderRoute(<ProjectUploadScreen />, { at: '/acme/brains/upload', server });
  await choose(
    aFile('TC042/TC043_S000001_L01_ch01.tif', COMPLETE),
    aFile('TC043/TC043_S000001_L01_ch01.tif', COMPLETE),
  );
  expect(await screen.findByText(sentence('Named for TC043'))).toBeVisible();
  expect(screen.getByRole('heading', { name: '1 file named for another dataset' })).toBeVisible();
});

describe('checksum files among the chosen files', () => {
  const MD5 = 'd41d8cd98f00b204e9800998ecf8427e';

  it('checksum files are uploaded too, give the images their checksums, and name the files that are missing', async () => {
    const page = inDataset();
    const sums = `${MD5}  ${nameOf(1)}\n${MD5}  sub/${nameOf(2)}\n${MD5}  ${nameOf(3)}\nnonsense\n`;
    await choose(
      aFile(`run/${nameOf(1)}`, COMPLETE),
      aFile(`run/sub/${nameOf(2)}`, COMPLETE),
      aFile('run/MD5SUMS', sums),
      aFile('run/notes.txt', 'Room 7'),
    );
    const card = within(await screen.findByRole('region', { name: '1 file is missing here' }));
    expect(card.getByText(sentence('Named in run/MD5SUMS. Choose it as well, or upload the others.'))).toBeVisible();
    expect(card.getAllByRole('listitem').map((item) => item.textContent)).toEqual([`run/${nameOf(3)}`]);
    const notes =
      '2 files will be compared with checksum files before the upload · 1 line of checksum files not understood';
    expect(screen.getByText(notes)).toBeVisible();
    expect(screen.getByText('run/notes.txt')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    const sent = page.actions.find(uploadRequested.match)?.payload.files;
    expect(sent?.map(({ name, sums: own }) => [name, own?.map(({ value, from }) => `${value} ${from}`)])).toEqual([
      ['MD5SUMS', undefined],
      [nameOf(1), [`${MD5} run/MD5SUMS`]],
      [nameOf(2), [`${MD5} run/MD5SUMS`]],
    ]);
  });

  it('a file that is the same on the server and differs from its checksum file is named, and one that agrees is not', async () => {
    const [damaged, right] = [1, 2].map((section) => ({
      key: `acme/brains/TC042/run/${nameOf(section)}`,
      size: COMPLETE.length,
      etag: MD5,
    }));
    renderRoute(<DatasetUploadScreen />, {
      at: '/acme/brains/TC042/upload',
      server: { ...server, 'GET /manage/files': { json: { files: [damaged, right] } } },
      ports: { hashPart: () => Promise.resolve({ kind: 'hashed', md5: MD5, bytes: COMPLETE.length }) },
    });
    const sums = `${MD5.replace('d4', 'd5')}  ${nameOf(1)}\n${MD5}  ${nameOf(2)}\n`;
    await choose(aFile(`run/${nameOf(1)}`, COMPLETE), aFile(`run/${nameOf(2)}`, COMPLETE), aFile('run/MD5SUMS', sums));
    const card = within(
      await screen.findByRole('region', { name: '1 file on the server differs from its checksum file' }),
    );
    const text = 'The file here and on the server are the same, so nothing is uploaded. Compare it with the originals.';
    expect(card.getByText(sentence(`Named in run/MD5SUMS. ${text}`))).toBeVisible();
    expect(card.getAllByRole('listitem').map((item) => item.textContent)).toEqual([`run/${nameOf(1)}`]);
  });

  it('checksum files that can’t be read are counted, and nothing counts as missing', async () => {
    inDataset();
    const list = aFile('run/MD5SUMS', `${MD5}  ${nameOf(2)}`);
    Object.defineProperty(list, 'arrayBuffer', { value: () => Promise.reject(new Error('gone')) });
    await choose(aFile(`run/${nameOf(1)}`, COMPLETE), list);
    expect(await screen.findByText('1 checksum file could not be read')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'No problems found' })).toBeVisible();
  });
});
