import { setTimeout as delay } from 'node:timers/promises';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { manifestLine } from '@data-manager/domain/checksums/manifest';
import { DatasetScreen } from '../../src/screens/DatasetScreen';
import { aDataset, aProject } from '../support/builders';
import { inSequence, type FakeAnswer } from '../support/fakeServer';
import { renderRoute } from '../support/renderRoute';

const ROOT = 'acme/brains/TC042';
const NAMES = ['a.tif', 'b.tif', 'raw/c.tif'];
const MD5 = '0'.repeat(32);
const MANIFEST = NAMES.map((name) => manifestLine(MD5, name)).join('');
const READY = { text: MANIFEST };
const PREPARING = { status: 202, json: { status: 'PREPARING', done: 1, total: 3 } };

async function openDataset(features: readonly 'manifests'[], ...answers: readonly FakeAnswer[]) {
  const page = renderRoute(<DatasetScreen />, {
    at: `/${ROOT}`,
    features,
    server: {
      'GET /project': { json: { projects: [aProject()] } },
      'GET /dataset/project-1': { json: { datasets: [aDataset()] } },
      'GET /manage/files': { json: { files: NAMES.map((name) => ({ key: `${ROOT}/${name}`, size: 1_024 })) } },
      'GET /manage/manifest': inSequence(...answers),
    },
  });
  const grid = await screen.findByRole('grid', { name: 'Files of TC042' });
  return { ...page, grid };
}

async function choose(name: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Checksums' }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
}

describe('the button Checksums', () => {
  it('the menu saves the checksums of all files of the folder, and names the algorithm to the server', async () => {
    const { ports, server } = await openDataset(['manifests'], READY);
    await choose('SHA256SUMS');
    await waitFor(() => expect(ports.recorded.texts).toMatchObject([{ fileName: 'SHA256SUMS', text: MANIFEST }]));
    const [call] = server.calls.filter(({ path }) => path.startsWith('/manage/manifest'));
    expect(Object.fromEntries(call?.query ?? [])).toEqual({ path: ROOT, algorithm: 'sha256' });
  });

  it('the menu saves the checksums of the selected files and of the files in selected folders', async () => {
    const { ports, grid } = await openDataset(['manifests'], READY);
    for (const name of ['b.tif', 'raw']) await userEvent.click(within(grid).getByRole('checkbox', { name }));
    await choose('MD5SUMS');
    await waitFor(() =>
      expect(ports.recorded.texts).toMatchObject([{ fileName: 'MD5SUMS', text: `${MD5}  b.tif\n${MD5}  raw/c.tif\n` }]),
    );
  });

  it('shows how many checksums the server knows, and saves nothing after Cancel', async () => {
    const { ports, server } = await openDataset(['manifests'], PREPARING, READY);
    await choose('MD5SUMS');
    expect(await screen.findByText('The server computes checksums: 1 of 3')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByText(/The server computes/)).toBeNull();
    await act(() => delay(2_100));
    expect(server.calls.filter(({ path }) => path.startsWith('/manage/manifest'))).toHaveLength(1);
    await choose('MD5SUMS');
    await waitFor(() => expect(ports.recorded.texts).toHaveLength(1));
  });

  it('the button is absent if the server does not offer checksums', async () => {
    await openDataset([]);
    expect(screen.queryByRole('button', { name: 'Checksums' })).toBeNull();
  });
});
