import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ProjectListScreen } from '../../src/screens/ProjectListScreen';
import { anOwner, aProject } from '../support/builders';
import { inTurn } from '../support/fakeServer';
import { renderRoute } from '../support/renderRoute';

const projects = [
  aProject({ title: 'brain 10', projectHash: 'p10', description: 'Thy1-GFP', createdAt: '2024-02-01T00:00:00Z' }),
  aProject({ title: 'brain 2', projectHash: 'p2', createdAt: '2024-03-01T00:00:00Z' }),
];
const server = { 'GET /project': { json: { projects } } };

function renderProjects(given: Partial<Parameters<typeof renderRoute>[1]> = {}) {
  return renderRoute(<ProjectListScreen />, { at: '/acme', server, ...given });
}

async function titles(): Promise<(string | null)[]> {
  const grid = await screen.findByRole('grid', { name: 'Projects' });
  return within(grid)
    .getAllByRole('link')
    .map((link) => link.textContent);
}

async function openMenu(item: 'Rename' | 'Delete'): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for brain 2' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
}

describe('the project list', () => {
  it('links each project by its title, in the order in which people count', async () => {
    renderProjects();
    expect(await titles()).toEqual(['brain 2', 'brain 10']);
    expect(screen.getByRole('link', { name: 'brain 10' })).toHaveAttribute('href', '/acme/brain%2010');
  });

  it('is searched in titles and descriptions, and sorted by any column', async () => {
    renderProjects();
    await titles();
    await userEvent.click(screen.getByRole('button', { name: 'Added' }));
    expect(await titles()).toEqual(['brain 10', 'brain 2']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'gfp');
    expect(await titles()).toEqual(['brain 10']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), '!');
    expect(screen.getByText('No project matches the search')).toBeVisible();
  });

  it('makes a project', async () => {
    const page = renderProjects({ server: { ...server, 'POST /project': { json: projects[0] } } });
    await titles();
    await userEvent.click(screen.getByRole('button', { name: 'New project' }));
    const dialog = await screen.findByRole('dialog', { name: 'New project' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), ' livers ');
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Description' }), 'All of them');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.server.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      title: 'livers',
      description: 'All of them',
    });
  });

  it.each([
    ['upload', '“upload” can’t be used as a title'],
    ['a/b', 'A title may not contain / or \\'],
    ['brain 2', 'This title is in use already'],
  ])('makes no project called “%s”, and says why', async (title, words) => {
    renderProjects();
    await titles();
    await userEvent.click(screen.getByRole('button', { name: 'New project' }));
    const dialog = await screen.findByRole('dialog', { name: 'New project' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), title);
    expect(within(dialog).getByText(words)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Create' })).toBeDisabled();
  });

  it('keeps the dialog with what was typed when the server refuses', async () => {
    const page = renderProjects({ server: { ...server, 'POST /project': { status: 400, json: { msg: 'No' } } } });
    await titles();
    await userEvent.click(screen.getByRole('button', { name: 'New project' }));
    const dialog = await screen.findByRole('dialog', { name: 'New project' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'livers{Enter}');
    await waitFor(() => expect(page.ports.recorded.toasts).toHaveLength(1));
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Create' })).toBeEnabled());
    expect(screen.getByRole('dialog', { name: 'New project' })).toBe(dialog);
    expect(within(dialog).getByRole('textbox', { name: 'Title' })).toHaveValue('livers');
  });

  it('renames a project and sends only what changed', async () => {
    const page = renderProjects({ server: { ...server, 'PATCH /project/p2': { json: projects[1] } } });
    await openMenu('Rename');
    const dialog = await screen.findByRole('dialog', { name: 'Rename brain 2' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), '2');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.server.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ title: 'brain 22' });
  });

  it('names what goes before a project is deleted; only admins may delete it for good', async () => {
    const page = renderProjects({ server: { ...server, 'DELETE /project/p2': { json: {} } } });
    await openMenu('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete project' });
    expect(dialog).toHaveTextContent('brain 2 will be deleted. All its datasets and files go with it.');
    expect(within(dialog).queryByRole('checkbox', { name: 'Delete permanently' })).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.server.calls.find(({ method }) => method === 'DELETE')?.body).toEqual({ permanentDelete: false });
  });

  it('deletes for good when an admin says so', async () => {
    const page = renderProjects({
      owner: anOwner({ isAdmin: true }),
      server: { ...server, 'DELETE /project/p2': { json: {} } },
    });
    await openMenu('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete project' });
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Delete permanently' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.server.calls.find(({ method }) => method === 'DELETE')?.body).toEqual({ permanentDelete: true });
  });

  it('deletes nothing when the person cancels', async () => {
    const page = renderProjects();
    await openMenu('Delete');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(page.server.story()).toEqual(['GET /project']);
  });

  it('says what to do where there is none', async () => {
    renderProjects({ server: { 'GET /project': { json: { projects: [] } } } });
    expect(await screen.findByText('No projects yet')).toBeVisible();
  });

  it('offers to try again when they could not be loaded', async () => {
    const answer = inTurn({ status: 400, json: { msg: 'No' } }, { json: { projects } });
    renderProjects({ server: { 'GET /project': answer } });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await titles()).toHaveLength(2);
  });
});
