import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDataset, aProject } from '../support/builders';
import { signIn } from '../support/fakePorts';
import { createFakeServer } from '../support/fakeServer';
import { renderApp, type RenderedApp } from '../support/renderApp';

function start(path: string): RenderedApp {
  return renderApp(
    path,
    createFakeServer({
      'GET /config': { json: {} },
      'GET /project': { json: { projects: [aProject()] } },
      'GET /dataset/project-1': {
        json: { datasets: [aDataset(), aDataset({ datasetHash: 'dataset-2', dataset: 'TC043' })] },
      },
      'GET /manage/files': { json: { files: [{ key: `acme/${aProject().title}/notes.txt`, size: 1 }] } },
    }),
    signIn,
  );
}

it('the focus moves to the content of a new screen', async () => {
  start(`/acme/${aProject().title}`);
  await userEvent.click(await screen.findByRole('link', { name: 'acme' }));
  expect(await screen.findByRole('button', { name: 'New project' })).toBeInTheDocument();
  expect(screen.getByRole('main')).toHaveFocus();
});

it('the focus stays on the button that takes it back when a closed form leads to another dataset', async () => {
  const { router } = start('/acme/brains/TC042');
  await screen.findByRole('button', { name: 'Edit metadata' });
  await act(() => router.navigate('/acme/brains/TC043', { state: { focus: 'edit-metadata' } }));
  expect(await screen.findByRole('heading', { level: 1, name: 'TC043' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Edit metadata' })).toHaveFocus();
});

it('the focus does not move within a screen', async () => {
  const { router } = start(`/acme/${aProject().title}`);
  const search = await screen.findByRole('searchbox', { name: 'Search' });
  search.focus();
  await act(() => router.navigate('?q=a'));
  await waitFor(() => expect(search).toHaveValue('a'));
  expect(search).toHaveFocus();
});

it('the focus returns to the button when its dialog closes', async () => {
  start('/acme');
  const button = await screen.findByRole('button', { name: 'New project' });
  await userEvent.click(button);
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
});
