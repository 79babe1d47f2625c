import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ProjectListScreen } from '../../src/screens/ProjectListScreen';
import { aProject } from '../support/builders';
import { inSequence, type FakeAnswer } from '../support/fakeServer';
import { renderRoute } from '../support/renderRoute';

const DATASET = { kind: 'dataset', key: 'acme/brains/TC042', title: 'TC042', projectHash: 'p', datasetHash: 'd' };
const FILE = { kind: 'file', key: 'acme/brains/TC042/fix/TC042 a.tif', projectHash: 'p', datasetHash: 'd' };
const LOOSE = { kind: 'file', key: 'acme/brains/TC042.txt', projectHash: 'p' };
const PROJECT = { kind: 'project', key: 'acme/TC042 atlas', title: 'TC042 atlas', projectHash: 'q' };

function renderSearch(query: string, answers: readonly FakeAnswer[], features: readonly 'search'[] = ['search']) {
  const projects = [aProject(), aProject({ title: 'TC042 atlas', projectHash: 'q' })];
  return renderRoute(<ProjectListScreen />, {
    at: `/acme${query}`,
    server: { 'GET /project': { json: { projects } }, 'GET /search': inSequence(...answers) },
    features,
  });
}

const region = () => screen.findByRole('region', { name: 'Datasets and files' });
const searches = ({ server }: ReturnType<typeof renderSearch>) =>
  server.calls.filter(({ path }) => path === '/search').map(({ query }) => Object.fromEntries(query));

describe('the search on the list of projects', () => {
  it('the search lists projects first, then datasets and files with their places, each with a link', async () => {
    const page = renderSearch('', [{ json: { results: [PROJECT, DATASET, FILE, LOOSE] } }]);
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search' }), 'tc042 ');
    const found = within(await region());
    const links = await found.findAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['TC042', '/acme/brains/TC042'],
      ['TC042 a.tif', '/acme/brains/TC042?folder=fix&q=TC042+a.tif'],
      ['TC042.txt', '/acme/brains?q=TC042.txt'],
    ]);
    expect(found.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'TC042brains',
      'TC042 a.tifbrains/TC042/fix',
      'TC042.txtbrains',
    ]);
    const projects = within(screen.getByRole('grid', { name: 'Projects' })).getAllByRole('link');
    expect(projects.map(({ textContent }) => textContent)).toEqual(['TC042 atlas']);
    expect(searches(page).at(-1)).toEqual({ q: 'tc042' });
  });

  it.each([
    ['a server without it', '?q=tc042', [] as const],
    ['less than two characters', '?q=t+', ['search'] as const],
  ])('is not requested for %s', async (_case, query, features) => {
    const page = renderSearch(query, [{ json: { results: [DATASET] } }], features);
    expect(await screen.findByRole('link', { name: 'TC042 atlas' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Datasets and files' })).toBeNull();
    expect(searches(page)).toEqual([]);
  });

  it('the search loads more after a page of projects, and after a page of others on request', async () => {
    const page = renderSearch('?q=tc042', [
      { json: { results: [PROJECT], cursor: 'one' } },
      { json: { results: [DATASET], cursor: 'two' } },
      { json: { results: [], cursor: 'three' } },
      { json: { results: [FILE] } },
    ]);
    const found = within(await region());
    await userEvent.click(await found.findByRole('button', { name: 'Show more' }));
    await userEvent.click(await found.findByRole('button', { name: 'Search more files' }));
    await waitFor(() => expect(found.getAllByRole('link')).toHaveLength(2));
    expect(found.queryByRole('button')).toBeNull();
    expect(searches(page).map(({ cursor }) => cursor)).toEqual([undefined, 'one', 'two', 'three']);
  });

  it('the search says that nothing matches', async () => {
    renderSearch('?q=nowhere', [{ json: { results: [] } }]);
    expect(await screen.findByText('No dataset or file matches the search')).toBeVisible();
  });

  it('a failed search says why, and can be repeated', async () => {
    const { ports } = renderSearch('?q=tc042', [
      { status: 400, json: { msg: 'Too much.' } },
      { json: { results: [DATASET] } },
    ]);
    const failure = within(await screen.findByRole('group', { name: 'Datasets and files could not be searched' }));
    expect(failure.getByText('Request failed with Error Too much.')).toBeVisible();
    expect(ports.recorded.toasts).toMatchObject([{ text: 'Request failed with Error Too much.' }]);
    await userEvent.click(failure.getByRole('button', { name: 'Try again' }));
    expect(await within(await region()).findByRole('link', { name: 'TC042' })).toBeVisible();
  });
});
