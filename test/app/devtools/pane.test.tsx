import { compose } from '@reduxjs/toolkit';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createDevelopmentTools } from '../../../src/app/devtools/developmentTools';
import { createPane } from '../../../src/app/devtools/pane';
import { downloadReady } from '../../../src/transfers/downloads/downloadsSlice';
import { createStoreWithDownload } from '../../support/storeWithDownload';
import { pass } from '../../support/virtualTime';

const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });

beforeEach(() => {
  jest.useFakeTimers();
});

/** Creates the app's store with a download that the server prepares, and opens DevTools in the page. */
async function open() {
  const { extension, ...made } = await act(() =>
    createStoreWithDownload((ports) => {
      const tools = createDevelopmentTools(ports);
      return { ...tools, enhancer: compose(tools.enhancer, createPane(tools.presentation)) };
    }),
  );
  await user.click(screen.getByRole('button', { name: 'DevTools (Ctrl+H)' }));
  return { ...made, ...extension, pane: within(screen.getByRole('region', { name: 'DevTools' })) };
}

afterEach(() => document.body.replaceChildren());

describe('the pane of DevTools', () => {
  it('lists actions by their titles, and shows the action and what it changed', async () => {
    const { pane } = await open();
    await user.type(pane.getByRole('searchbox', { name: 'Filter actions' }), 'download requested');
    await user.click(pane.getByRole('button', { name: /^download.*: download requested$/ }));
    expect(pane.getAllByRole('button', { current: 'step' })).toHaveLength(1);
    await act(() => pass(1_000));
    expect(pane.getByText(/"actionType": "downloads\/downloadRequested"/)).toBeInTheDocument();
  });

  it('shows no URLs of archives', async () => {
    const { store, pane } = await open();
    const { id = '' } = store.getState().downloads.items[0] ?? {};
    await act(async () => {
      store.dispatch(downloadReady({ id, url: 'https://files.test/a.zip?X-Amz-Signature=0123456789' }));
      await pass(1_000);
    });
    await user.click(pane.getByRole('button', { name: /: download ready$/ }));
    await act(() => pass(1_000));
    expect(pane.getByText(/"actionType": "downloads\/downloadReady"/)).toBeInTheDocument();
    expect(document.body).not.toHaveTextContent('files.test');
  });

  it('skips an action, and takes it back', async () => {
    const { shown, pane } = await open();
    const [skip] = pane.getAllByRole('button', { name: 'Skip', pressed: false });
    await user.click(skip!);
    expect(shown().position).toBe('skipping');
    await act(() => pass(1_000));
    await user.click(pane.getByRole('button', { name: 'Skip', pressed: true }));
    await act(() => pass(1_000));
    expect(pane.queryByRole('button', { name: 'Skip', pressed: true })).not.toBeInTheDocument();
  });

  it('starts nothing while it shows the past, and continues in the present', async () => {
    const { store, server, shown, returnToPresent, pane } = await open();
    const before = store.getState();
    const requests = server.story().length;
    await user.click(pane.getByRole('button', { name: '@@INIT' }));
    expect(shown().position).toBe('past');
    await act(() => pass(60_000));
    expect(server.story()).toHaveLength(requests);
    act(returnToPresent);
    expect(store.getState()).toEqual(before);
    await act(() => pass(60_000));
    expect(server.story().length).toBeGreaterThan(requests);
  });
});
