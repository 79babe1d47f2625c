import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useParams } from 'react-router';
import { api } from '../../src/api/api';
import type { FoundBatch } from '../../src/platform/reading/readFiles';
import { DatasetUploadScreen, ProjectUploadScreen } from '../../src/screens/UploadScreens';
import { aDataset, aProject } from '../support/builders';
import { renderRoute } from '../support/renderRoute';

const server = {
  'GET /project': { json: { projects: [aProject()] } },
  'GET /dataset/project-1': {
    json: { datasets: [aDataset({ physicalSections: 24 }), aDataset({ dataset: 'TC043', datasetHash: 'dataset-2' })] },
  },
  'GET /manage/files': { json: { files: [{ key: 'acme/brains/TC042/TC042_S000002_L01_ch01.tif', size: 1024 }] } },
};
const UPLOAD = '/acme/brains/TC042/upload';

type Page = ReturnType<typeof renderScreens>;

function Screens() {
  const { project, dataset } = useParams();
  if (project === undefined) return 'Another page';
  return dataset === undefined ? <ProjectUploadScreen /> : <DatasetUploadScreen />;
}

function renderScreens() {
  const page = renderRoute(<Screens />, { at: UPLOAD, server });
  const visit = (path: string) => act(() => page.router.navigate(path));
  return { ...page, visit, leave: () => visit('/acme') };
}

function aFile(name: string): File {
  return Object.defineProperty(new File(['x'.repeat(1024)], name), 'webkitRelativePath', { value: '' });
}

async function choose(...names: readonly string[]): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Files to upload'), { target: { files: names.map(aFile) } });
  await screen.findByRole('grid', { name: 'Chosen files' });
}

function batchOf(name: string): FoundBatch {
  return { found: [{ file: aFile(name), relativePath: '', size: 1024, lastModified: 0 }], unreadable: 0 };
}

describe('the worklist of an upload screen', () => {
  it('keeps its files, names, decisions and total over a visit to another page, until its files are uploaded', async () => {
    const { leave, visit } = renderScreens();
    await choose('scan.tif', 'TC042_S000002_L01_ch01.tif', 'TC042_S000030_L01_ch01.tif');
    const field = screen.getByRole('textbox', { name: 'New name for scan.tif' });
    await userEvent.clear(field);
    await userEvent.type(field, 'TC042_S000001_L01_ch01.tif{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Replace all' }));
    await userEvent.clear(screen.getByLabelText('Total sections'));
    await userEvent.type(screen.getByLabelText('Total sections'), '30');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled());
    const read = jest.spyOn(File.prototype, 'slice');
    await leave();
    await visit(UPLOAD);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled());
    expect(screen.getByDisplayValue('TC042_S000001_L01_ch01.tif')).toBeVisible();
    expect(screen.getByText('3 files, 3.00 KB')).toBeVisible();
    expect(screen.getByLabelText('Total sections')).toHaveValue('30');
    expect(read).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    await screen.findByRole('region', { name: 'Result of the upload' });
    await leave();
    await visit(UPLOAD);
    expect(await screen.findByRole('region', { name: 'Result of the upload' })).toBeVisible();
    expect(screen.getByLabelText('Total sections')).toHaveValue('24');
  });

  it.each([
    [
      'another visit',
      async ({ leave, visit }: Page) => {
        await leave();
        await visit(UPLOAD);
      },
    ],
    [
      'a refresh of the list',
      async ({ store }: Page) => {
        await act(async () => void store.dispatch(api.util.invalidateTags(['Files'])));
      },
    ],
  ])('asks again about a file that has changed on the server since the decision, after %s', async (_name, refresh) => {
    const page = renderScreens();
    await choose('TC042_S000002_L01_ch01.tif', 'TC042_S000003_L01_ch01.tif');
    await userEvent.click(screen.getByRole('button', { name: 'Replace all' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled());
    const files = [{ key: 'acme/brains/TC042/TC042_S000002_L01_ch01.tif', size: 1024, etag: 'another' }];
    page.server.on('GET /manage/files', { json: { files } });
    await refresh(page);
    expect(await screen.findByText(/ · Leave out or replace 1$/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled();
  });

  it('keeps the files that were still being read when the user left the screen', async () => {
    const { ports, leave, visit } = renderScreens();
    await leave();
    let endReading = (): void => undefined;
    const reading = new Promise<void>((resolve) => (endReading = resolve));
    async function* slowly() {
      yield batchOf('TC042_S000001_L01_ch01.tif');
      await reading;
      yield batchOf('TC042_S000003_L01_ch01.tif');
    }
    ports.dropped.hold(slowly());
    await visit(UPLOAD);
    await screen.findByText(/reading files/);
    await leave();
    await act(async () => endReading());
    await visit(UPLOAD);
    expect(await screen.findByText('2 files, 2.00 KB')).toBeVisible();
  });

  it('a kept worklist is not shown on the upload screens of other places', async () => {
    const { visit } = renderScreens();
    await choose('TC042_S000001_L01_ch01.tif');
    for (const other of ['/acme/brains/TC043/upload', '/acme/brains/upload', `${UPLOAD}?compare`]) {
      await visit('/acme');
      await visit(other);
      expect(await screen.findByText('No files chosen')).toBeVisible();
    }
    await visit(UPLOAD);
    expect(await screen.findByText('1 file, 1.00 KB')).toBeVisible();
  });

  it('a worklist is emptied by `Clear`, which can be undone', async () => {
    const { ports, leave, visit } = renderScreens();
    await choose('TC042_S000001_L01_ch01.tif');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await leave();
    await visit(UPLOAD);
    expect(await screen.findByText('No files chosen')).toBeVisible();
    const [toast] = ports.recorded.toasts;
    expect(toast).toMatchObject({ text: '1 file cleared', action: { label: 'Undo' } });
    act(() => toast?.action?.run());
    expect(await screen.findByText('TC042_S000001_L01_ch01.tif')).toBeVisible();
  });
});
