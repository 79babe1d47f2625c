import '../../support/devToolsExtension';
import fs from 'node:fs';
import path from 'node:path';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createToolsWithBanner } from '../../../src/app/devtools/createToolsWithBanner';
import { aDataset, aProject } from '../../support/builders';
import { openDevTools } from '../../support/devToolsExtension';
import { signIn } from '../../support/fakePorts';
import { createFakeServer } from '../../support/fakeServer';
import { renderApp } from '../../support/renderApp';

const recording = (name: string): string =>
  fs.readFileSync(path.join(__dirname, '../../recordings', `${name}.json`), 'utf8');

/** Opens the app in development, signed in unless `isSignedIn` is false. */
async function openApp(isSignedIn = true) {
  const server = createFakeServer({
    'GET /config': { json: {} },
    'GET /project': { json: { projects: [aProject()] } },
    'GET /dataset/project-1': { json: { datasets: [aDataset()] } },
  });
  const app = renderApp(
    '/acme',
    server,
    (ports) => {
      if (isSignedIn) signIn(ports);
    },
    {},
    (ports) => [createToolsWithBanner(ports)],
  );
  await (isSignedIn ? screen.findByRole('link', { name: /brains/ }) : screen.findByRole('dialog'));
  return { ...app, server, tools: openDevTools(app.store) };
}

afterEach(() => document.body.replaceChildren());

const banner = () => screen.queryByRole('region', { name: 'Redux DevTools' });

describe('the banner of Redux DevTools', () => {
  it('says which action is shown, and leads back to the present', async () => {
    const { tools } = await openApp();
    expect(banner()).toBeNull();
    act(() => tools.jumpToIndex(2));
    const count = tools.log().computedStates.length - 1;
    expect(banner()).toHaveTextContent(`Redux DevTools shows action 2 of ${count}. Transfers wait.`);
    await userEvent.click(screen.getByRole('button', { name: 'Back to the present' }));
    expect(banner()).toBeNull();
    expect(tools.log().currentStateIndex).toBe(tools.log().computedStates.length - 1);
  });

  it.each([
    ['signed in', true],
    ['not signed in', false],
  ])('is shown with the files of an imported recording to a developer who is %s', async (_who, isSignedIn) => {
    const { tools, server } = await openApp(isSignedIn);
    const requests = server.story().length;
    act(() => tools.importFile(recording('upload-of-several-parts')));
    const steps = tools.log().stagedActionIds.map((id) => tools.log().actionsById[id]?.action.type);
    const started = steps.indexOf('uploads/uploadStarted');
    act(() => tools.jumpToIndex(started));
    expect(await screen.findByText('Uploads (1)')).toBeVisible();
    expect(banner()).toHaveTextContent(`shows action ${started} of ${steps.length - 1} of another history.`);
    expect(server.story()).toHaveLength(requests);
    await userEvent.click(screen.getByRole('button', { name: 'Back to the present' }));
    await waitFor(() => expect(screen.queryByText('Uploads (1)')).toBeNull());
    expect(banner()).toBeNull();
  });
});

describe('an unexpected error in development', () => {
  it('reaches the console unchanged, with what it stopped and the title of the latest action', async () => {
    const { tools, ports } = await openApp();
    const toConsole = jest.spyOn(console, 'error').mockImplementation();
    act(() => tools.dispatchText('{ type: "downloads/cancelRequested" }'));
    await waitFor(() => expect(toConsole).toHaveBeenCalled());
    expect(toConsole.mock.calls).toEqual([
      [
        '[data-manager] issueCommands stopped, restarted 1 of 3, after “download: cancel requested”:',
        expect.any(TypeError),
      ],
    ]);
    expect(ports.recorded.logs).toEqual([]);
  });
});

describe('a page whose store is locked in Redux DevTools', () => {
  it('follows a link without an exception, and loads its data when it is unlocked', async () => {
    const { tools, server } = await openApp();
    act(() => tools.lock(true));
    await userEvent.click(screen.getByRole('link', { name: /brains/ }));
    expect(banner()).toHaveTextContent('Redux DevTools is locked');
    expect(server.story()).not.toContain('GET /dataset/project-1');
    act(() => tools.lock(false));
    expect(await screen.findByRole('link', { name: /TC042/ })).toBeVisible();
    expect(banner()).toBeNull();
  });
});
