import { act, screen, waitFor } from '@testing-library/react';
import { api } from '../../src/api/api';
import { datasetsApi } from '../../src/api/datasets';
import { useListing } from '../../src/api/files';
import { DatasetGate } from '../../src/screens/gates';
import { aDataset, aProject } from '../support/builders';
import { inSequence } from '../support/fakeServer';
import { renderRoute } from '../support/renderRoute';

const server = {
  'GET /project': { json: { projects: [aProject({ formerTitles: ['mice'] })] } },
  'GET /dataset/project-1': { json: { datasets: [aDataset({ formerTitles: ['TC001'] })] } },
  'GET /manage/files': { json: { files: [] } },
};

function renderGate(at: string, given = {}) {
  const gate = <DatasetGate>{({ project, title }) => <p>{`${project.title}/${title}`}</p>}</DatasetGate>;
  return renderRoute(gate, { at, server: { ...server, ...given } });
}

function addressOf({ router }: ReturnType<typeof renderGate>): string {
  const { pathname, search, hash } = router.state.location;
  return pathname + search + hash;
}

describe('a link with the former title', () => {
  it.each([
    ['of a project', '/acme/mice/TC042?q=a#x', '/acme/brains/TC042?q=a#x'],
    ['of a dataset', '/acme/brains/TC001/upload', '/acme/brains/TC042/upload'],
    ['of both', '/acme/mice/TC001', '/acme/brains/TC042'],
  ])('%s leads to the new one, and the address is replaced', async (_what, at, target) => {
    const page = renderGate(at);
    expect(await screen.findByText('brains/TC042')).toBeVisible();
    await waitFor(() => expect(addressOf(page)).toBe(target));
    expect(page.router.state.historyAction).toBe('REPLACE');
  });

  it('leads to its current owner if the title is in use again', async () => {
    const projects = [aProject({ formerTitles: ['mice'] }), aProject({ title: 'mice', projectHash: 'project-2' })];
    const page = renderGate('/acme/mice/TC042', {
      'GET /project': { json: { projects } },
      'GET /dataset/project-2': { json: { datasets: [aDataset()] } },
    });
    expect(await screen.findByText('mice/TC042')).toBeVisible();
    expect(addressOf(page)).toBe('/acme/mice/TC042');
  });

  it('leads to a folder that has the title now', async () => {
    renderGate('/acme/brains/TC001', {
      'GET /manage/files': { json: { files: [{ key: 'acme/brains/TC001/a.tif', size: 1 }] } },
    });
    expect(await screen.findByText('brains/TC001')).toBeVisible();
  });
});

describe('a link with another spelling of a title', () => {
  const spelled = {
    'GET /project': { json: { projects: [aProject({ title: 'K\u00fche' })] } },
    'GET /dataset/project-1': { json: { datasets: [aDataset({ dataset: '\u0130stanbul' })] } },
  };
  const address = encodeURI('/acme/K\u00fche/\u0130stanbul');

  it.each([
    ['decomposed, as typed on a Mac', '/acme/Ku\u0308he/I\u0307stanbul'],
    ['in another case', '/acme/K\u00dcHE/istanbul'],
  ])('%s, opens the dataset', async (_how, at) => {
    renderGate(encodeURI(at), spelled);
    expect(await screen.findByText('K\u00fche/\u0130stanbul')).toBeVisible();
  });

  it('is replaced by the title as it is stored', async () => {
    const page = renderGate(encodeURI('/acme/K\u00dcHE/istanbul?q=a'), spelled);
    await waitFor(() => expect(addressOf(page)).toBe(`${address}?q=a`));
  });

  it('opens a folder whose name was typed on a Mac', async () => {
    const page = renderGate(encodeURI('/acme/K\u00fche/Ba\u0308ren'), {
      ...spelled,
      'GET /manage/files': { json: { files: [{ key: 'acme/K\u00fche/B\u00e4ren/a.tif', size: 1 }] } },
    });
    expect(await screen.findByText('K\u00fche/B\u00e4ren')).toBeVisible();
    expect(addressOf(page)).toBe(encodeURI('/acme/K\u00fche/B\u00e4ren'));
  });
});

function Files({ title }: { readonly title: string }) {
  return <p>{useListing(`acme/brains/${title}`).isComplete && title}</p>;
}

test.each([
  ['the new title', '/acme/brains/TC044'],
  ['the former title without its query', '/acme/brains/TC042'],
])('renaming a dataset while the page navigates to %s does not restore the previous address', async (_what, to) => {
  const page = renderRoute(<DatasetGate>{({ title }) => <Files title={title} />}</DatasetGate>, {
    at: '/acme/brains/TC042?edit',
    server,
  });
  expect(await screen.findByText('TC042')).toBeVisible();
  act(() => {
    void page.router.navigate(to, { replace: true });
    // The list is rendered immediately, because the last action does not wait for a frame, and the new address in a
    // transition.
    page.store.dispatch(
      datasetsApi.util.updateQueryData('listDatasets', 'project-1', () => [
        aDataset({ dataset: 'TC044', formerTitles: ['TC042'] }),
      ]),
    );
    page.store.dispatch({ type: 'test/rendered at once' });
  });
  expect(await screen.findByText('TC044')).toBeVisible();
  expect(addressOf(page)).toBe('/acme/brains/TC044');
});

test('a dataset that another user renames is shown under its new title as soon as its files are gone', async () => {
  const page = renderRoute(<DatasetGate>{({ title }) => <Files title={title} />}</DatasetGate>, {
    at: '/acme/brains/TC042',
    server: {
      ...server,
      'GET /dataset/project-1': inSequence(
        { json: { datasets: [aDataset()] } },
        { json: { datasets: [aDataset({ dataset: 'TC044', formerTitles: ['TC042'] })] } },
      ),
      'GET /manage/files': inSequence(
        { json: { files: [{ key: 'acme/brains/TC042/a.tif', size: 1 }] } },
        { json: { files: [] } },
      ),
    },
  });
  expect(await screen.findByText('TC042')).toBeVisible();
  act(() => void page.store.dispatch(api.util.invalidateTags(['Files'])));
  expect(await screen.findByText('TC044')).toBeVisible();
  expect(addressOf(page)).toBe('/acme/brains/TC044');
});

test('a dataset that another user renames is shown under its new title while its former files are in the cache', async () => {
  const page = renderRoute(<DatasetGate>{({ title }) => <Files title={title} />}</DatasetGate>, {
    at: '/acme/brains/TC042',
    server: {
      ...server,
      'GET /dataset/project-1': inSequence(
        { json: { datasets: [aDataset()] } },
        { json: { datasets: [aDataset({ dataset: 'TC044' })] } },
      ),
      'GET /manage/files': { json: { files: [{ key: 'acme/brains/TC042/a.tif', size: 1 }] } },
    },
  });
  expect(await screen.findByText('TC042')).toBeVisible();
  act(() => void page.store.dispatch(api.util.invalidateTags(['Datasets'])));
  expect(await screen.findByText('TC044')).toBeVisible();
});
