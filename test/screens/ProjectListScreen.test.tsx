import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ProjectListScreen } from '../../src/screens/ProjectListScreen';
import { aDataset, anOwner, aProject } from '../support/builders';
import { inSequence } from '../support/fakeServer';
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

const summaries = {
  p10: { datasets: 5, complete: 3, files: 1_200, size: 2_048, samples: [{ key: 'acme/brain 10/A/A.tif', size: 1 }] },
  p2: { datasets: 2, files: 7, size: 1_024 },
};

/** Returns the text of each cell of a project's row. */
function cellsOf(title: string): readonly (string | null)[] {
  const row = screen.getByRole('link', { name: title }).closest<HTMLElement>('[role="row"]');
  return row === null
    ? []
    : within(row)
        .getAllByRole('gridcell')
        .map(({ textContent }) => textContent);
}

it('the summary of a project shows a thumbnail, complete datasets, files and size in the row', async () => {
  URL.createObjectURL = () => 'blob:1';
  renderProjects({
    server: {
      ...server,
      'GET /project/summary': { json: { summaries } },
      'GET /get-thumbnail-image/*': { text: 'png', headers: { 'content-type': 'image/png' } },
    },
    features: ['projects.summary'],
  });
  await titles();
  await waitFor(() => expect(cellsOf('brain 10').slice(3, 6)).toEqual(['3 of 5 complete', '1,200', '2.00 KB']));
  expect(cellsOf('brain 2').slice(3, 6)).toEqual(['2', '7', '1.00 KB']);
  expect(await screen.findByRole('img', { name: 'A.tif' })).toHaveAttribute('src', 'blob:1');
});

it('the summary of a project sorts by the number of files', async () => {
  renderProjects({
    server: { ...server, 'GET /project/summary': { json: { summaries } } },
    features: ['projects.summary'],
  });
  await titles();
  await waitFor(() => expect(cellsOf('brain 2')).toContain('7'));
  await userEvent.click(screen.getByRole('button', { name: 'Files' }));
  await userEvent.click(screen.getByRole('button', { name: 'Files' }));
  expect(await titles()).toEqual(['brain 10', 'brain 2']);
});

it('the summary of a project leaves its place empty if it can’t be loaded', async () => {
  const page = renderProjects({
    server: { ...server, 'GET /project/summary': { status: 400, json: { msg: 'No' } } },
    features: ['projects.summary'],
  });
  await titles();
  await waitFor(() => expect(cellsOf('brain 2').slice(3, 6)).toEqual(['', '', '']));
  expect(page.ports.recorded.toasts).toEqual([]);
});

it('the summary of a project has no columns and is not requested if the server does not offer it', async () => {
  const page = renderProjects();
  await titles();
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Title',
    'Description',
    'Added',
    'Actions',
  ]);
  expect(page.server.story()).not.toContain('GET /project/summary');
});

describe('the project list', () => {
  it('links each project by its title, in natural order', async () => {
    renderProjects();
    expect(await titles()).toEqual(['brain 2', 'brain 10']);
    expect(screen.getByRole('link', { name: 'brain 10' })).toHaveAttribute('href', '/acme/brain%2010');
  });

  it('searches titles and descriptions, and sorts by any column', async () => {
    renderProjects();
    await titles();
    await userEvent.click(screen.getByRole('button', { name: 'Added' }));
    expect(await titles()).toEqual(['brain 10', 'brain 2']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'gfp');
    expect(await titles()).toEqual(['brain 10']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), '!');
    expect(screen.getByText('No project matches the search')).toBeVisible();
  });

  it('sorts projects with equal values by title', async () => {
    const alike = ['brain 10', 'brain 2', 'brain 1'].map((title) => aProject({ title, projectHash: title }));
    renderProjects({ server: { 'GET /project': { json: { projects: alike } } } });
    await titles();
    for (const column of ['Description', 'Added']) {
      await userEvent.click(screen.getByRole('button', { name: column }));
      expect(await titles()).toEqual(['brain 1', 'brain 2', 'brain 10']);
    }
  });

  it.each([
    ['draws all of a hundred', 100, 100],
    ['draws only those in sight of more', 300, 60],
  ])('%s projects, and the keys reach the last one', async (_what, count, most) => {
    const many = Array.from({ length: count }, (_, index) =>
      aProject({ title: `brain ${index + 1}`, projectHash: `p${index + 1}` }),
    );
    renderProjects({ server: { 'GET /project': { json: { projects: many } } } });
    await titles();
    await waitFor(async () => {
      const { length } = await titles();
      expect(length).toBeGreaterThan(count === most ? most - 1 : 10);
      expect(length).toBeLessThanOrEqual(most);
    });
    act(() => screen.getByRole('link', { name: 'brain 1' }).focus());
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(screen.getByRole('link', { name: `brain ${count}` })).toHaveFocus());
  });

  it.each(['a click', 'Enter'])('opens a project’s menu by %s, and returns the focus when it closes', async (way) => {
    renderProjects();
    const button = () => screen.findByRole('button', { name: 'Actions for brain 2' });
    if (way === 'a click') await userEvent.click(await button());
    else {
      const found = await button();
      act(() => found.focus());
      await userEvent.keyboard('{Enter}');
    }
    expect(await screen.findByRole('menuitem', { name: 'Rename' })).toBeVisible();
    expect(screen.queryAllByRole('menu')).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await waitFor(async () => expect(await button()).toHaveFocus());
  });

  it('creates a project', async () => {
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
    expect(page.router.state.location.pathname).toMatch(/^\/acme\/./);
  });

  it.each([
    ['upload', 'This title is reserved'],
    ['a/b', 'Titles can’t contain / or \\'],
    ['brain 2', 'This title is already in use'],
  ])('rejects a project named “%s” and explains why', async (title, words) => {
    renderProjects();
    await titles();
    await userEvent.click(screen.getByRole('button', { name: 'New project' }));
    const dialog = await screen.findByRole('dialog', { name: 'New project' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), title);
    expect(within(dialog).getByText(words)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Create' })).toBeDisabled();
  });

  it('keeps the dialog and the typed text when the server rejects the project', async () => {
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

  it('renames a project and sends only the changed fields', async () => {
    const page = renderProjects({ server: { ...server, 'PATCH /project/p2': { json: projects[1] } } });
    await openMenu('Rename');
    const dialog = await screen.findByRole('dialog', { name: 'Rename brain 2' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), '2');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.server.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ title: 'brain 22' });
  });

  it('shows a new title immediately while the request is pending', async () => {
    renderProjects({ server: { ...server, 'PATCH /project/p2': 'hanging' } });
    await openMenu('Rename');
    const dialog = await screen.findByRole('dialog', { name: 'Rename brain 2' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), '2{Enter}');
    await waitFor(async () => expect(await titles()).toEqual(['brain 10', 'brain 22']));
    expect(screen.getByRole('dialog', { name: 'Rename brain 2' })).toBe(dialog);
    expect(within(dialog).queryByText('This title is already in use')).toBeNull();
  });

  it('reverts a rejected title in the list and keeps the typed text, even if the row is scrolled out of view', async () => {
    const many = Array.from({ length: 300 }, (_, index) =>
      aProject({ title: `brain ${index + 1}`, projectHash: `p${index + 1}` }),
    );
    let refuse: () => void = () => undefined;
    const page = renderProjects({
      server: {
        'GET /project': { json: { projects: many } },
        'PATCH /project/p2': () =>
          new Promise((resolve) => {
            refuse = () => resolve({ status: 409, json: { msg: 'Files lie there' } });
          }),
      },
    });
    await openMenu('Rename');
    const dialog = await screen.findByRole('dialog', { name: 'Rename brain 2' });
    const title = within(dialog).getByRole('textbox', { name: 'Title' });
    await userEvent.clear(title);
    await userEvent.type(title, 'zebrafish{Enter}');
    await waitFor(async () => expect((await titles()).slice(0, 2)).toEqual(['brain 1', 'brain 3']));
    refuse();
    await waitFor(async () => expect((await titles()).slice(0, 3)).toEqual(['brain 1', 'brain 2', 'brain 3']));
    expect(page.ports.recorded.toasts).toEqual([
      { text: 'Request failed with Error Files lie there', severity: 'error' },
    ]);
    expect(screen.getByRole('dialog', { name: 'Rename brain 2' })).toBe(dialog);
    expect(title).toHaveValue('zebrafish');
  });

  it('reports in the dialog that a project no longer exists, and removes it from the list', async () => {
    renderProjects({
      server: {
        'GET /project': inSequence({ json: { projects } }, { json: { projects: projects.slice(0, 1) } }),
        'PATCH /project/p2': { status: 404, json: { msg: 'There is no such project.' } },
      },
    });
    await openMenu('Rename');
    const dialog = await screen.findByRole('dialog', { name: 'Rename brain 2' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), '2{Enter}');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(/^It no longer exists on the server/);
    expect(within(dialog).getByRole('textbox', { name: 'Title' })).toHaveValue('brain 22');
    await waitFor(async () => expect(await titles()).toEqual(['brain 10']));
  });

  it('shows what someone else has made of a project before it saves over it', async () => {
    const [first, second] = projects;
    const page = renderProjects({
      server: {
        'GET /project': inSequence(
          { json: { projects: [first, { ...second, etag: 'old' }] } },
          { json: { projects: [first, { ...second, description: 'Theirs', etag: 'new' }] } },
        ),
        'PATCH /project/p2': ({ headers }) =>
          headers.get('If-Match') === '"new"' ? { json: second } : { status: 412, json: { msg: 'x', current: second } },
      },
    });
    await openMenu('Rename');
    const dialog = await screen.findByRole('dialog', { name: 'Rename brain 2' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), '2{Enter}');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Someone else has edited this project: title “brain 2”, description “Theirs”. Saving again replaces what you have edited.',
    );
    expect(page.ports.recorded.toasts).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const bodies = page.server.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
    expect(bodies).toEqual([{ title: 'brain 22' }, { title: 'brain 22' }]);
  });

  it('creates a single project if Enter is pressed twice or held', async () => {
    const page = renderProjects({ server: { ...server, 'POST /project': 'hanging' } });
    await titles();
    await userEvent.click(screen.getByRole('button', { name: 'New project' }));
    const dialog = await screen.findByRole('dialog', { name: 'New project' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'livers{Enter}{Enter}{Enter>5/}');
    expect(page.server.story().filter((call) => call === 'POST /project')).toHaveLength(1);
  });

  it('lists created projects and removes deleted ones', async () => {
    const made = aProject({ title: 'livers', projectHash: 'p3' });
    const page = renderProjects({
      server: {
        'GET /project': inSequence(
          { json: { projects } },
          { json: { projects: [...projects, made] } },
          { json: { projects: [projects[0], made] } },
        ),
        'POST /project': { json: made },
        'DELETE /project/p2': { json: {} },
      },
    });
    await titles();
    await userEvent.click(screen.getByRole('button', { name: 'New project' }));
    const dialog = await screen.findByRole('dialog', { name: 'New project' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'livers{Enter}');
    await waitFor(async () => expect(await titles()).toEqual(['brain 2', 'brain 10', 'livers']));
    await openMenu('Delete');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(async () => expect(await titles()).toEqual(['brain 10', 'livers']));
    expect(page.ports.recorded.toasts).toEqual([{ text: 'Project “brain 2” deleted.', severity: 'success' }]);
  });

  it('names the project before deleting it and offers permanent deletion only to admins', async () => {
    const page = renderProjects({ server: { ...server, 'DELETE /project/p2': { json: {} } } });
    await openMenu('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete project' });
    expect(dialog).toHaveTextContent(/brain 2 will be deleted\./);
    expect(within(dialog).queryByRole('checkbox', { name: 'Delete permanently' })).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.server.calls.find(({ method }) => method === 'DELETE')?.body).toEqual({ permanentDelete: false });
  });

  it('shows how many datasets, files and bytes are deleted with a project', async () => {
    const files = [
      { key: 'acme/brain 2/TC042/a.tif', size: 1024 },
      { key: 'acme/brain 2/notes.txt', size: 512 },
      { key: 'acme/brain 2/empty/', size: 0 },
    ];
    const page = renderProjects({
      server: {
        ...server,
        'GET /dataset/p2': { json: { datasets: [aDataset({ projectHash: 'p2' })] } },
        'GET /manage/files': { json: { files } },
      },
    });
    await openMenu('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete project' });
    await waitFor(() =>
      expect(dialog).toHaveTextContent('brain 2 will be deleted. This also deletes 1 dataset and 2 files (1.50 KB).'),
    );
    expect(page.server.calls.find(({ path }) => path === '/manage/files')?.query.get('path')).toBe('acme/brain 2');
  });

  it('describes what is deleted without numbers if they are unknown', async () => {
    renderProjects({ server: { ...server, 'GET /manage/files': 'hanging' } });
    await openMenu('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete project' });
    expect(dialog).toHaveTextContent('brain 2 will be deleted. This also deletes all its datasets and files.');
  });

  it('deletes a project permanently if an admin selects it', async () => {
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

  it('deletes nothing after Cancel', async () => {
    const page = renderProjects();
    await openMenu('Delete');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(page.server.story().filter((call) => !call.startsWith('GET'))).toEqual([]);
  });

  it('explains what to do if there are no projects', async () => {
    renderProjects({ server: { 'GET /project': { json: { projects: [] } } } });
    expect(await screen.findByText('No projects yet')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'New project' }));
    expect(await screen.findByRole('dialog', { name: 'New project' })).toBeVisible();
  });

  it('offers a retry if the projects could not be loaded', async () => {
    const answer = inSequence({ status: 400, json: { msg: 'No' } }, { json: { projects } });
    renderProjects({ server: { 'GET /project': answer } });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await titles()).toHaveLength(2);
  });
});
