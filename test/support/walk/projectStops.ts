import { expect } from '@playwright/test';
import { SERVICE } from '../standIn';
import { ACME_ADMIN, walkLogin } from '../walkLogin';
import { datasetJobs, datasets, files, projects } from './inventedLists';
import { DATASET, escape, PROJECT, type Walk } from './walk';

/** Visits the dialog for the login, and signs in. */
export async function visitLogin({ page, appUrl, visit }: Walk): Promise<void> {
  await page.goto(appUrl);
  await visit('login', page.getByRole('dialog', { name: 'Login Failed' }));
  await walkLogin(page, appUrl, ACME_ADMIN);
}

/** Visits the list of projects, which is the first page after the login, and its dialogs. */
export async function visitProjects({ page, visit }: Walk): Promise<void> {
  await expect(page.getByRole('link', { name: 'mouse-brain-atlas' })).toBeVisible();
  // Hidden in narrow windows.
  await expect(page.getByText(/\d complete$/).first()).toBeAttached();
  await visit('projects');
  await page.keyboard.press('?');
  await visit('shortcuts', page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
  await escape(page);
  await page.getByRole('searchbox', { name: 'Search' }).fill('no such name');
  await expect(page.getByRole('link', { name: 'mouse-brain-atlas' })).toBeHidden();
  await visit('projects-none-found');
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await page.getByRole('button', { name: 'New project' }).click();
  await expect(page.getByRole('dialog', { name: 'New project' })).toBeVisible();
  await page.getByLabel('Title').fill('mouse-brain-atlas');
  await page.getByLabel('Description').focus();
  await visit('new-project-invalid', page.getByText('already in use'));
  await escape(page);
  for (const [item, name] of [
    ['Rename', 'rename-project'],
    ['Delete', 'delete-project'],
  ] as const) {
    await page.getByRole('button', { name: 'Actions for mouse-brain-atlas' }).click();
    await expect(page.getByRole('menuitem', { name: item })).toBeVisible();
    if (item === 'Rename') await visit('project-menu');
    await page.getByRole('menuitem', { name: item }).click();
    await visit(name, page.getByRole('dialog'));
    await escape(page);
  }
}

/** Visits a project in the list, its dialog for a new dataset, and a search without results. */
export async function visitProject({ page, visit }: Walk): Promise<void> {
  await page.getByRole('link', { name: 'mouse-brain-atlas' }).click();
  await visit('project', page.getByRole('link', { name: 'TC042' }));
  await page.getByRole('button', { name: 'New dataset' }).click();
  await visit('new-dataset', page.getByRole('dialog', { name: 'New dataset' }));
  await escape(page);
  await page.getByRole('searchbox', { name: 'Find a dataset' }).fill('no such name');
  await visit('project-none-found', page.getByText('No dataset matches the search'));
}

/** Visits the list of projects while loading, after an error, empty, and very long. */
export async function visitProjectsStates({ page, appUrl, visit, standIn }: Walk): Promise<void> {
  standIn.hold(SERVICE.projects);
  await page.goto(appUrl);
  await visit('projects-loading', page.getByRole('status').filter({ hasText: 'Loading...' }));
  standIn.answer(SERVICE.projects, { status: 409, json: { msg: 'The database is being moved' } });
  await standIn.release();
  const refused = page.getByRole('group', { name: 'The projects could not be loaded' });
  await visit('projects-refused', refused);
  standIn.answer(SERVICE.projects, projects(0));
  await refused.getByRole('button').click();
  await expect(page.getByText('No projects yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New project' })).toHaveCount(1);
  await visit('projects-empty');

  standIn.answer(SERVICE.projects, projects(10_000));
  await page.goto(appUrl);
  await visit('projects-10000', page.getByRole('link', { name: 'sample-00001' }));
  await standIn.clear();
}

/** Visits a project while loading, after errors, empty, with very many datasets, and missing. */
export async function visitProjectStates({ page, appUrl, visit, standIn }: Walk): Promise<void> {
  const refusal = { status: 409, json: { msg: 'The disk is full' } };
  standIn.hold(SERVICE.datasets);
  standIn.hold(SERVICE.files);
  await page.goto(appUrl + PROJECT);
  await visit('project-loading', page.getByRole('heading', { name: 'mouse-brain-atlas' }));
  standIn.answer(SERVICE.datasets, refusal);
  standIn.answer(SERVICE.files, refusal);
  await standIn.release();
  const noDatasets = page.getByRole('group', { name: 'The datasets could not be loaded' });
  const noFiles = page.getByRole('group', { name: 'The files could not be loaded' });
  await expect(noDatasets).toBeVisible();
  await expect(noFiles).toBeVisible();
  await visit('refused', page.getByRole('alert').first());

  standIn.answer(SERVICE.datasets, datasets(0));
  standIn.hold(SERVICE.files);
  await noDatasets.getByRole('button').click();
  await noFiles.getByRole('button').click();
  await visit('project-files-loading', page.getByText('No datasets yet'));
  standIn.answer(SERVICE.files, files('acme/mouse-brain-atlas', []));
  await standIn.release();
  await visit('project-empty', page.getByText('No files yet', { exact: true }));

  standIn.answer(SERVICE.datasets, datasets(10_000));
  standIn.answer(SERVICE.projectJobs, datasetJobs());
  await page.goto(appUrl + PROJECT);
  await expect(page.getByRole('link', { name: 'TC00001' })).toBeVisible();
  await expect(page.getByText('Atlas failed')).toBeAttached();
  await visit('project-10000');
  await standIn.clear();

  await page.goto(`${appUrl}/acme/there-is-no-such-project`);
  await visit('missing-project', page.getByText(/^Project .* not found$/));

  standIn.answer(SERVICE.datasets, refusal);
  await page.goto(appUrl + DATASET);
  await visit('dataset-not-loaded', page.getByText('The dataset could not be loaded'));
  await standIn.clear();
}
