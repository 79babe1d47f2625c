import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ProjectListScreen } from '../../src/screens/ProjectListScreen';
import { ProjectScreen } from '../../src/screens/ProjectScreen';
import { aDataset, aProject } from '../support/builders';
import { renderRoute } from '../support/renderRoute';

const titles = (grid: HTMLElement) =>
  within(grid)
    .getAllByRole('link')
    .map((link) => link.textContent);

describe('the project list and its URL', () => {
  const projects = [
    aProject({ title: 'S10', projectHash: 'p10', createdAt: '2024-02-01T00:00:00Z' }),
    aProject({ title: 'S2', projectHash: 'p2', createdAt: '2024-03-01T00:00:00Z' }),
    aProject({ title: 'other', projectHash: 'p3', createdAt: '2024-01-01T00:00:00Z' }),
  ];

  async function openProjects(query: string) {
    const server = { 'GET /project': { json: { projects } } };
    const page = renderRoute(<ProjectListScreen />, { at: `/acme${query}`, server });
    const grid = await screen.findByRole('grid', { name: 'Projects' });
    return { grid, router: page.router, address: () => page.router.state.location.search };
  }

  it('the project list applies the search and sort order of a shared URL', async () => {
    const { grid } = await openProjects('?q=s&sort=-title');
    expect(titles(grid)).toEqual(['S10', 'S2']);
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('s');
    expect(screen.getByText('2 of 3 projects')).toBeVisible();
  });

  it('the project list adds a history entry for each change and undoes it with the back button', async () => {
    const { grid, router, address } = await openProjects('');
    await userEvent.click(within(grid).getByRole('button', { name: 'Added' }));
    expect(address()).toBe('?sort=created');
    expect(titles(grid)).toEqual(['other', 'S10', 'S2']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 's');
    await waitFor(() => expect(address()).toBe('?q=s&sort=created'));
    await act(() => router.navigate(-1));
    expect(address()).toBe('?sort=created');
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
    await act(() => router.navigate(-1));
    expect(titles(grid)).toEqual(['other', 'S2', 'S10']);
  });
});

describe('the dataset list and its URL', () => {
  const datasets = [
    aDataset({ dataset: 'TC10', datasetHash: 'd10', physicalSections: 5 }),
    aDataset({ dataset: 'TC9', datasetHash: 'd9', physicalSections: 300 }),
    aDataset({ dataset: 'liver', datasetHash: 'd1', physicalSections: 20, device: '' }),
  ];
  const files = [
    { key: 'acme/brains/TC9/a.tif', size: 10 },
    { key: 'acme/brains/TC10/a.tif', size: 30 },
    { key: 'acme/brains/TC10/raw/b.tif', size: 30 },
    { key: 'acme/brains/loose.txt', size: 5 },
  ];

  async function openProject(query: string, given = datasets) {
    const server = {
      'GET /project': { json: { projects: [aProject()] } },
      'GET /dataset/project-1': { json: { datasets: given } },
      'GET /manage/files': { json: { files } },
    };
    const page = renderRoute(<ProjectScreen />, { at: `/acme/brains${query}`, server });
    const grid = await screen.findByRole('grid', { name: 'Datasets' });
    await screen.findByRole('grid', { name: 'Files of brains' });
    return { grid, address: () => page.router.state.location.search };
  }

  it('the dataset list uses parameters that are independent of the file list below it', async () => {
    const { grid } = await openProject('?dq=tc&dsort=size&q=nothing');
    // Sizes are added up between frames on a busy machine.
    expect(await within(grid).findByText('60 Bytes')).toBeVisible();
    expect(titles(grid)).toEqual(['TC9', 'TC10']);
    expect(await screen.findByText('No matching files')).toBeVisible();
  });

  it('the search field stands above files, and finds the files of the datasets', async () => {
    await openProject('?q=a.tif');
    const found = within(screen.getByRole('grid', { name: 'Files of brains' }));
    expect(await found.findByText('TC9/')).toBeVisible();
    expect(found.getByText('TC10/')).toBeVisible();
    expect(screen.getByText('2 of 4 files, 40 Bytes')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await found.findByText('loose.txt')).toBeVisible();
    expect(screen.getByText('1 of 1 file, 5 Bytes')).toBeVisible();
  });

  it('the dataset list is sorted naturally by default', async () => {
    const { grid, address } = await openProject('?dsort=-nothing');
    expect(titles(grid)).toEqual(['liver', 'TC9', 'TC10']);
    await userEvent.dblClick(within(grid).getByRole('button', { name: 'Size' }));
    expect(titles(grid)).toEqual(['TC10', 'TC9', 'liver']);
    expect(address()).toBe('?dsort=-size');
  });
});
