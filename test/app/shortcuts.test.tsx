import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDataset, aProject } from '../support/builders';
import { signIn } from '../support/fakePorts';
import { createFakeServer } from '../support/fakeServer';
import { renderApp, type RenderedApp } from '../support/renderApp';

const { title } = aProject();

async function start(path = `/acme/${title}`, datasets: readonly unknown[] = []): Promise<RenderedApp> {
  const server = createFakeServer({
    'GET /config': { json: {} },
    'GET /project': { json: [aProject()] },
    'GET /dataset/*': { json: datasets },
    'GET /manage/files': { json: { files: [{ key: `acme/${title}/notes.txt`, size: 1 }] } },
  });
  const app = renderApp(path, server, signIn);
  await screen.findByRole('button', { name: /^New / });
  return app;
}

describe('keyboard shortcuts', () => {
  it('opens the upload screen by its shortcut', async () => {
    const { router } = await start();
    await userEvent.keyboard('u');
    expect(router.state.location.pathname).toBe(`/acme/${title}/upload`);
  });

  it('focuses the search field by a shortcut, which is an ordinary letter in the field', async () => {
    const { router } = await start();
    const search = await screen.findByRole('searchbox', { name: 'Search' });
    await userEvent.keyboard('/');
    expect(search).toHaveFocus();
    await userEvent.keyboard('u/n?');
    expect(search).toHaveValue('u/n?');
    expect(router.state.location.pathname).toBe(`/acme/${title}`);
  });

  it.each([
    ['the datasets of a project', [aDataset()], 'Find a dataset'],
    ['the files of a project that has no datasets', [], 'Search'],
  ])('focuses only the search in %s, which alone declares the shortcut', async (_what, datasets, name) => {
    await start(undefined, datasets);
    await screen.findByRole('searchbox', { name: 'Search' });
    const search = await screen.findByRole('searchbox', { name });
    await userEvent.keyboard('/');
    expect(search).toHaveFocus();
    const telling = screen.getAllByRole('searchbox').filter((one) => one.hasAttribute('aria-keyshortcuts'));
    expect(telling).toEqual([search]);
  });

  it('opens the list of shortcuts, which returns the focus when it closes', async () => {
    await start();
    await userEvent.keyboard('?');
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(sheet).getByRole('rowheader', { name: '/' })).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Keyboard shortcuts' })).toHaveFocus());
  });

  it('ignores shortcuts while a dialog is open, and with Ctrl', async () => {
    const { router } = await start();
    await userEvent.keyboard('{Control>}u{/Control}');
    await userEvent.keyboard('n');
    const dialog = await screen.findByRole('dialog', { name: 'New dataset' });
    within(dialog).getByRole('button', { name: 'Cancel' }).focus();
    await userEvent.keyboard('u');
    expect(router.state.location.pathname).toBe(`/acme/${title}`);
  });

  it('ignores shortcuts once they are switched off, also on the next visit', async () => {
    const { ports, router } = await start();
    await userEvent.keyboard('?');
    await userEvent.click(await screen.findByRole('switch', { name: /^Use single keys as shortcuts/ }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.keyboard('u');
    expect(router.state.location.pathname).toBe(`/acme/${title}`);
    expect(ports.preferences.get('shortcuts')).toBe('off');
  });
});
