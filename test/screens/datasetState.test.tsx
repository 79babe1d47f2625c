import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { filesChanged } from '../../src/api/fileChanges';
import { DatasetScreen } from '../../src/screens/DatasetScreen';
import { interruptedFound } from '../../src/transfers/interrupted/interruptedSlice';
import { aDataset, anUploadFile, aProject } from '../support/builders';
import { FAKE_NOW_MS } from '../support/fakePorts';
import { renderRoute } from '../support/renderRoute';

const ALL = [1, 2].flatMap((section) => [1, 2].map((channel) => `TC042_S00000${section}_L01_ch0${channel}.tif`));

function openDataset(
  names: readonly string[],
  run?: object,
  { server, ...options }: Pick<Parameters<typeof renderRoute>[1], 'features' | 'server'> = {},
) {
  const files = names.map((name) => ({ key: `acme/brains/TC042/${name}`, size: 1024 }));
  return renderRoute(<DatasetScreen />, {
    at: '/acme/brains/TC042',
    ...options,
    server: {
      'GET /project': { json: { projects: [aProject()] } },
      'GET /dataset/project-1': { json: { datasets: [aDataset({ physicalSections: 2 })] } },
      'GET /manage/files': { json: { files } },
      ...server,
      ...(run !== undefined && { 'GET /pipeline/pyramid/dataset-1': { json: run } }),
    },
  });
}

/** Returns the buttons beside the sentence about the state. */
async function nextSteps(sentence: string): Promise<readonly (string | null)[]> {
  const state = await screen.findByRole('status', { name: 'Dataset state' });
  await waitFor(() => expect(state).toHaveTextContent(sentence));
  return within(state.parentElement!)
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);
}

const DONE = { jobId: 'job-1', status: 'DONE', viewerUrl: 'https://viewer.test/TC042' };

describe('the state of a dataset', () => {
  it.each<[string, readonly string[], object | undefined, string, string]>([
    ['an empty dataset', [], undefined, 'No images yet · 4 images expected', 'Upload'],
    ['a gap', ALL.slice(1), undefined, '1 of 2 sections complete · 1 image missing', 'Upload missing (1)'],
    ['a complete dataset', ALL, undefined, 'All 2 sections complete', 'Add To Viewer'],
    [
      'another dataset’s image beside a gap',
      [...ALL.slice(1), 'TC043_S000001_L01_ch01.tif'],
      undefined,
      '1 of 2 sections complete · 1 image missing · 1 image of another dataset',
      'Upload missing (1)',
    ],
    ['a dataset in the viewer', ALL, DONE, 'All 2 sections complete · in the viewer', 'Open viewer'],
  ])('leads with one button for %s, whose name occurs once', async (_case, names, run, sentence, button) => {
    openDataset(names, run);
    expect(await nextSteps(sentence)).toEqual([button]);
    expect(screen.getAllByRole('button', { name: button })).toHaveLength(1);
    for (const name of ['Delete Dataset', 'Upload']) expect(screen.getAllByRole('button', { name })).toHaveLength(1);
    for (const name of ['Multi-Modal Registration', 'Add To Viewer', 'Register For Atlas']) {
      expect(screen.queryAllByRole('button', { name })).toHaveLength(names.length === 0 ? 0 : 1);
    }
  });

  it('opens the upload screen from `Upload missing`', async () => {
    const { router } = openDataset(ALL.slice(1));
    await userEvent.click(await screen.findByRole('button', { name: 'Upload missing (1)' }));
    expect(router.state.location.pathname).toBe('/acme/brains/TC042/upload');
  });

  it('keeps the dialog of `Add To Viewer` open while the state, and with it the button, changes', async () => {
    const { server, store } = openDataset(ALL);
    await nextSteps('All 2 sections complete');
    await userEvent.click(screen.getByRole('button', { name: 'Add To Viewer' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add To Viewer' });
    server.on('GET /manage/files', { json: { files: [] } });
    act(() => void store.dispatch(filesChanged()));
    await screen.findByText('No images yet · 4 images expected');
    expect(dialog).toBeVisible();
  });

  it('leads to an interrupted upload into the dataset instead of offering to upload its images again', async () => {
    const { store } = openDataset(ALL.slice(2));
    await nextSteps('1 of 2 sections complete · 2 images missing');
    const interrupt = (key: string) =>
      act(() => {
        const done = { files: 0, bytes: 0 };
        store.dispatch(
          interruptedFound({ files: [anUploadFile({ key })], isReopenable: false, done, isElsewhere: false }),
        );
      });
    interrupt('acme/brains/TC0421/TC0421_S000001_L01_ch01.tif');
    expect(await nextSteps('2 images missing')).toEqual(['Upload missing (2)']);
    interrupt(`acme/brains/TC042/${ALL[0]}`);
    expect(await nextSteps('2 images missing · not all images have been looked at · upload interrupted')).toEqual([]);
    expect(screen.getAllByRole('button', { name: 'Upload' })).toHaveLength(1);
  });

  it.each([
    [true, '1 of 2 sections complete · 2 deleted today', 'Restore (2)'],
    [false, '1 of 2 sections complete · 2 images missing', 'Upload missing (2)'],
  ])('leads to restoring deleted images if the server lists them (%s)', async (isOffered, sentence, button) => {
    const deletedAt = new Date(FAKE_NOW_MS).toISOString();
    const keys = ALL.slice(0, 2).map((name) => `acme/brains/TC042/${name}`);
    const { server } = openDataset(ALL.slice(2), undefined, {
      features: isOffered ? ['files.restore', 'deleted.list'] : ['files.restore'],
      server: {
        'GET /deleted': { json: { deleted: [], files: keys.map((key) => ({ key, size: 1, deletedAt })) } },
        'POST /manage/files/restore': { json: { restored: keys } },
      },
    });
    expect(await nextSteps(sentence)).toEqual([button]);
    const callsTo = (at: string) => server.calls.filter(({ path }) => path === at);
    expect(callsTo('/deleted')).toHaveLength(isOffered ? 1 : 0);
    if (!isOffered) return;
    expect(screen.getByRole('list', { name: 'Completeness' })).toHaveTextContent(/^2 deleted images: S000001$/);
    await userEvent.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(callsTo('/manage/files/restore')[0]?.body).toEqual({ keys }));
  });

  it('opens the viewer in a new tab', async () => {
    const { ports } = openDataset(ALL, DONE);
    await userEvent.click(await screen.findByRole('button', { name: 'Open viewer' }));
    expect(ports.recorded.openedTabs).toEqual(['https://viewer.test/TC042']);
  });
});
