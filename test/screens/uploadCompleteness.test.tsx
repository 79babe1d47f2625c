import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DatasetUploadScreen, ProjectUploadScreen } from '../../src/screens/UploadScreens';
import { collapseToggled } from '../../src/transfers/panel/panelSlice';
import { selectOwnUploads } from '../../src/transfers/uploads/uploadsSelectors';
import { fileSetAside, queuePaused } from '../../src/transfers/uploads/uploadsSlice';
import { aDataset, aProject } from '../support/builders';
import type { FakeAnswer } from '../support/fakeServer';
import { renderRoute } from '../support/renderRoute';

function nameOf(section: number, channel: number): string {
  return `TC042_S${String(section).padStart(6, '0')}_L01_ch0${channel}.tif`;
}

async function choose(...paths: readonly string[]): Promise<void> {
  const files = paths.map((path) =>
    Object.defineProperty(new File(['x'], path.split('/').at(-1)!), 'webkitRelativePath', {
      value: path.includes('/') ? path : '',
    }),
  );
  fireEvent.change(await screen.findByLabelText('Files to upload'), { target: { files } });
  await waitFor(() => {
    expect(screen.queryByText('Comparing with the server…')).toBeNull();
    expect(screen.queryByText(/reading files/)).toBeNull();
  });
}

/** A dataset of four sections and two channels, with some of its images on the server. */
function open(screenAt: 'project' | 'dataset', there: readonly string[] | FakeAnswer) {
  return renderRoute(screenAt === 'dataset' ? <DatasetUploadScreen /> : <ProjectUploadScreen />, {
    at: screenAt === 'dataset' ? '/acme/brains/TC042/upload' : '/acme/brains/upload',
    server: {
      'GET /project': { json: { projects: [aProject()] } },
      'GET /dataset/project-1': { json: { datasets: [aDataset({ physicalSections: 4 })] } },
      'GET /manage/files': isNames(there)
        ? { json: { files: there.map((name) => ({ key: `acme/brains/TC042/${name}`, size: 1 })) } }
        : there,
      'POST /upload/start': 'hanging',
    },
  });
}

function isNames(there: readonly string[] | FakeAnswer): there is readonly string[] {
  return Array.isArray(there);
}

function chosenKeys(): readonly (string | null)[] {
  const grid = screen.getByRole('grid', { name: 'Chosen files' });
  return within(grid)
    .queryAllByText(/tif$/)
    .map((key) => key.textContent);
}

describe('completeness on the upload screen', () => {
  it('the forecast is hidden until files are selected', async () => {
    open('dataset', [nameOf(1, 1)]);
    await screen.findByLabelText('Files to upload');
    expect(screen.queryByRole('list', { name: /^Completeness/ })).toBeNull();
  });

  it('the forecast lists what will be missing, based on the metadata, the server and the selection', async () => {
    open('dataset', [nameOf(1, 1), nameOf(1, 2), nameOf(2, 1)]);
    await choose(nameOf(2, 2), nameOf(3, 1), nameOf(3, 2), nameOf(4, 1));
    const list = await screen.findByRole('list', { name: 'Completeness of TC042' });
    expect(list).toHaveTextContent(/^1 of 8 images still missing after this upload: S000004 ch02$/);
    await choose(nameOf(4, 2));
    await waitFor(() => expect(list).toHaveTextContent(/^Complete after this upload \(8 images\)$/));
  });

  it('the forecast promises nothing while the upload is blocked', async () => {
    open('dataset', [nameOf(1, 1), nameOf(1, 2), nameOf(2, 1), nameOf(2, 2), nameOf(3, 1), nameOf(3, 2), nameOf(4, 1)]);
    await choose(nameOf(4, 2), 'picture.tif');
    const upload = screen.getByRole('button', { name: 'Upload' });
    expect(upload).toHaveAccessibleDescription('Fix or leave out 1 file first');
    expect(screen.queryByText('Nothing will be missing')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Leave out invalid files' }));
    expect(upload).toHaveAccessibleDescription('');
    expect(screen.getByText('Nothing will be missing')).toBeVisible();
  });

  it('the result of an upload leads from files that failed to the list of uploads before anything else', async () => {
    const { store } = open('dataset', [nameOf(1, 1)]);
    await choose(nameOf(1, 2), nameOf(2, 1));
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    await screen.findByText('2 files are on the way.');
    const { id } = selectOwnUploads(store.getState())[0]!;
    act(() => void store.dispatch(collapseToggled()));
    act(() => void store.dispatch(fileSetAside({ id, failure: { kind: 'etag-hidden' } })));
    const uploads = await screen.findByRole('button', { name: 'Show uploads' });
    expect(await screen.findByRole('link', { name: 'Show gaps' })).toHaveAttribute('data-variant', 'default');
    await userEvent.click(uploads);
    expect(store.getState().panel).toMatchObject({ tab: 'uploads', collapsed: false });
  });

  it('the result of an upload explains the colour of the images on their way, and says that they wait while it is paused', async () => {
    const { store } = open('dataset', [nameOf(1, 1)]);
    await choose(nameOf(1, 2), nameOf(2, 1));
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    expect(await screen.findByText('2 files are on the way.')).toBeVisible();
    expect(await screen.findByText('in the upload queue')).toBeVisible();
    act(() => void store.dispatch(queuePaused()));
    expect(await screen.findByText('The upload is paused: 2 files are waiting.')).toBeVisible();
  });

  it('the forecast reports nothing as missing if the files on the server are unknown', async () => {
    open('dataset', { status: 409, json: { msg: 'The disk is full' } });
    await choose(nameOf(1, 1), nameOf(3, 1));
    expect(await screen.findByText(/^The files on the server could not be loaded/)).toBeVisible();
    expect(chosenKeys()).toHaveLength(2);
    expect(screen.queryByRole('list', { name: 'Completeness of TC042' })).toBeNull();
    expect(screen.queryByText(/gap|missing:/)).toBeNull();
  });

  it('the forecast uses the total sections of the form', async () => {
    open('dataset', [nameOf(1, 1), nameOf(1, 2), nameOf(2, 1)]);
    await choose(nameOf(2, 2));
    await userEvent.clear(screen.getByRole('spinbutton', { name: 'Total sections' }));
    await userEvent.type(screen.getByRole('spinbutton', { name: 'Total sections' }), '2');
    expect(await screen.findByText('Complete after this upload (4 images)')).toBeVisible();
  });

  it('the forecast counts neither files that are left out as uploads nor replaced files twice', async () => {
    open('dataset', [nameOf(1, 1)]);
    await choose(nameOf(1, 1), nameOf(2, 1));
    const list = await screen.findByRole('list', { name: 'Completeness of TC042' });
    expect(list).toHaveTextContent(/^6 of 8 images still missing after this upload/);
    act(() => screen.getByRole('slider', { name: 'Completeness of TC042, map' }).focus());
    expect(await screen.findByText('S000001 ch01: chosen, on the server already')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Leave out all' }));
    act(() => screen.getByRole('slider', { name: 'Completeness of TC042, map' }).focus());
    expect(await screen.findByText('S000001 ch01: on the server')).toBeVisible();
    expect(list).toHaveTextContent(/^6 of 8 images still missing after this upload/);
  });

  it('the map filters the selection to a place by Enter, names it, and shows everything again', async () => {
    open('dataset', []);
    await choose(nameOf(1, 1), nameOf(2, 1), `again/${nameOf(2, 1)}`, nameOf(3, 2));
    act(() => screen.getByRole('slider', { name: 'Completeness of TC042, map' }).focus());
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByText('S000002 ch01: scanned twice (2 files)')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByText('Only S000002 ch01: 2 of 4 chosen')).toBeVisible();
    expect(chosenKeys()).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(chosenKeys()).toHaveLength(4);
  });

  it('the forecast compares each folder of a project that is a dataset with its own metadata', async () => {
    open('project', [nameOf(1, 1)]);
    await choose(`TC042/${nameOf(1, 2)}`, `loose/${nameOf(7, 1)}`, `loose/${nameOf(9, 1)}`, `whole/${nameOf(5, 1)}`);
    expect(await screen.findByRole('list', { name: 'Completeness of TC042' })).toHaveTextContent(
      /^6 of 8 images still missing after this upload: S000002–S000004$/,
    );
    const loose = within(screen.getByRole('list', { name: 'Completeness of loose' })).getAllByRole('listitem');
    expect(loose.map(({ textContent }) => textContent)).toEqual([
      '1 of 3 images in sections 7–9 still missing after this upload: S000008',
      'Total sections not set; 9 is the highest found',
    ]);
    expect(screen.queryByRole('list', { name: 'Completeness of whole' })).toBeNull();
  });

  it('the forecast describes a few folders individually and counts the others', async () => {
    open('project', []);
    await choose(
      ...['a', 'b', 'c', 'd', 'e'].flatMap((folder) => [`${folder}/${nameOf(1, 1)}`, `${folder}/${nameOf(3, 1)}`]),
    );
    expect(await screen.findByText('2 images will be missing in 2 more folders after this upload')).toBeVisible();
    expect(screen.getAllByRole('list', { name: /^Completeness of/ })).toHaveLength(3);
  });
});
