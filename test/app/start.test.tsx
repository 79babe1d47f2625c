import { act, waitFor } from '@testing-library/react';
import { start } from '../../src/app/start';
import { SESSION_KEYS } from '../../src/domain/session/session';
import { aDeployment } from '../support/builders';
import { aSession } from '../support/fakePorts';

const mockAsked: string[] = [];
jest.mock('../../src/screens/ProjectListScreen', () => {
  mockAsked.push('screen');
  return { ProjectListScreen: () => null };
});

jest.mock('../../src/transfers/transfersSaga', () => {
  mockAsked.push('transfers');
  return { transfersSaga: () => [][Symbol.iterator]() };
});

/** jsdom lacks it, and Node's would keep the test running. */
class SilentChannel extends EventTarget {
  postMessage(): void {
    // There are no listeners.
  }
  close(): void {
    // Nothing to close.
  }
}

afterEach(() => document.body.replaceChildren());

it('fetches config.json and the screen’s code in parallel, calls the API before rendering, and loads the transfers after the first response', async () => {
  // The app logs that jsdom has no IndexedDB.
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
  document.body.innerHTML = '<div id="root"></div>';
  window.history.replaceState(null, '', '/acme');
  const session = aSession();
  for (const key of SESSION_KEYS) document.cookie = `${key}=${encodeURIComponent(session[key])}; path=/`;
  Object.assign(window, { BroadcastChannel: SilentChannel });
  const give = new Map<string, (answer: Response) => void>();
  window.fetch = (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'https://app.test');
    mockAsked.push(`${pathname} ${document.getElementById('root')?.textContent === '' ? 'undrawn' : 'drawn'}`);
    return new Promise((resolve) => give.set(pathname, resolve));
  };
  const started = start();
  await waitFor(() => expect(mockAsked).toHaveLength(2));
  expect([...mockAsked].sort()).toEqual(['/config.json undrawn', 'screen']);
  await act(async () => {
    give.get('/config.json')?.(new Response(JSON.stringify(aDeployment())));
    await started;
  });
  await waitFor(() => expect(mockAsked.slice(2)).toEqual(['/v1/config undrawn']));
  give.get('/v1/config')?.(new Response('{}'));
  await waitFor(() => expect(mockAsked.slice(3)).toEqual(['/v1/project drawn']));
  give.get('/v1/project')?.(new Response('[]'));
  await waitFor(() => expect(mockAsked.slice(4)).toEqual(['transfers']), { timeout: 2_500 });
});
