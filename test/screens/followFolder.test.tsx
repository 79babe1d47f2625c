import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rememberHandle } from '../../src/platform/reading/fileRegistry';
import { DatasetUploadScreen, ProjectUploadScreen } from '../../src/screens/UploadScreens';
import { followRequested } from '../../src/transfers/follows/followsSlice';
import { aDataset, aProject } from '../support/builders';
import { createFakePorts } from '../support/fakePorts';
import { renderRoute } from '../support/renderRoute';

const onServer = 'acme/brains/TC042/TC042_S000001_L01_ch01.tif';

interface Offer {
  readonly isOffered?: boolean;
  /** The name of the folder that the user chooses. */
  readonly chosen?: string;
}

function open(screenAt: 'project' | 'dataset' = 'dataset', { isOffered = true, chosen = 'Scan' }: Offer = {}) {
  const { folders } = createFakePorts();
  return renderRoute(screenAt === 'dataset' ? <DatasetUploadScreen /> : <ProjectUploadScreen />, {
    at: screenAt === 'dataset' ? '/acme/brains/TC042/upload' : '/acme/brains/upload',
    server: {
      'GET /project': { json: { projects: [aProject()] } },
      'GET /dataset/project-1': {
        json: { datasets: [aDataset({ physicalSections: 24, channels: [{ num: 1, name: 'auto' }] })] },
      },
      'GET /manage/files': { json: { files: [{ key: onServer, size: 1 }] } },
    },
    ports: {
      folders: {
        ...folders,
        areOffered: () => isOffered,
        choose: () => Promise.resolve({ folderId: 'folder-1', name: chosen }),
        add: ({ name }) => Promise.resolve({ folderId: 'folder-2', name }),
      },
    },
  });
}

/** Clicks the button, and returns the request. */
async function follow({ actions }: ReturnType<typeof open>) {
  const button = await screen.findByRole('button', { name: 'Follow this folder' });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  await waitFor(() => expect(actions.some(followRequested.match)).toBe(true));
  return actions.find(followRequested.match)?.payload;
}

describe('following a folder', () => {
  it('starts with a folder that the user chooses, and shows the dataset', async () => {
    const page = open();
    expect(await follow(page)).toEqual({
      title: 'TC042',
      folderId: 'folder-1',
      folderName: 'Scan',
      keyPrefix: 'brains/TC042',
      dataset: 'TC042',
      names: { own: ['tc042'], others: [] },
      expected: { sections: 24, channels: [1], declared: 24 },
      onServer: [onServer],
    });
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/acme/brains/TC042'));
  });

  it('is offered for a project, whose expected images are unknown', async () => {
    const request = await follow(open('project'));
    expect(request).toMatchObject({ title: 'brains', keyPrefix: 'brains' });
    expect(request).not.toHaveProperty('expected');
    expect(request).not.toHaveProperty('names');
  });

  it('compares the names with the dataset if a folder with its name is followed into the project', async () => {
    expect(await follow(open('project', { chosen: 'TC042' }))).toMatchObject({
      keyPrefix: 'brains',
      names: { own: ['tc042'] },
    });
  });

  it('starts with the folder that was dropped, by the rule that renamed its files', async () => {
    const page = open();
    const file = new File(['x'], 'a7.tif', { lastModified: 1 });
    Object.defineProperty(file, 'webkitRelativePath', { value: '' });
    const folder = { kind: 'directory', name: 'Dropped' };
    rememberHandle(file, folder as unknown as FileSystemHandle);
    fireEvent.change(await screen.findByLabelText('Files to upload'), { target: { files: [file] } });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'a7.tif' }));
    await userEvent.click(screen.getByRole('button', { name: 'Rename selected' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename 1 file' }));
    expect(dialog.getByRole('switch', { name: 'Use numbers from file names' })).toBeChecked();
    await userEvent.click(dialog.getByRole('button', { name: 'Apply' }));
    expect(screen.getByRole('button', { name: 'Follow this folder' })).toHaveAccessibleDescription(
      /^Follow Dropped to upload it and the files added to it\. .* renamed by your rule\./,
    );
    expect(await follow(page)).toMatchObject({
      folderId: 'folder-2',
      folderName: 'Dropped',
      rule: { dataset: 'TC042', layer: 1, channel: 1, pattern: { slots: [{ role: 'section' }] } },
    });
  });

  it('says what to do instead where the browser can’t keep a folder open', async () => {
    open('dataset', { isOffered: false });
    expect(
      await screen.findByText(/^This browser can’t follow a folder\. Upload the folder again later/),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Follow this folder' })).toBeNull();
  });
});
