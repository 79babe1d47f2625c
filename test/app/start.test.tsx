import { act, waitFor } from '@testing-library/react';
import { SESSION_KEYS } from '@data-manager/domain/session/session';
import { start } from '../../src/app/start';
import { aDeployment } from '../support/builders';
import { aSession } from '../support/fakePorts';
import { pass } from '../support/virtualTime';

const mockAsked: string[] = [];
jest.mock('../../src/screens/ProjectListScreen', () => {
  mockAsked.push('screen');
  return { ProjectListScreen: () => null };
});

// jsdom has none of what the transfers store and share.
jest.mock('../../src/transfers/transfersSaga', () => ({ transfersSaga: () => [][Symbol.iterator]() }));

/** jsdom lacks it, and Node's would keep the test running. */
class SilentChannel extends EventTarget {
  postMessage(): void {
    // There are no listeners.
  }
  close(): void {
    // Nothing to close.
  }
}

afterEach(() => {
  document.body.replaceChildren();
  mockAsked.length = 0;
});

/** Starts the app in a new page with a session. Requests stay open until `answer` is called with their path. */
function startSignedIn() {
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
  return {
    started: start(),
    answer: (path: string, body: string) => give.get(path)?.(new Response(body)),
  };
}

it('fetches config.json and the screen’s code in parallel, and calls the API before rendering', async () => {
  const { started, answer } = startSignedIn();
  await waitFor(() => expect(mockAsked).toHaveLength(2));
  expect([...mockAsked].sort()).toEqual(['/config.json undrawn', 'screen']);
  await act(async () => {
    answer('/config.json', JSON.stringify(aDeployment()));
    await started;
  });
  await waitFor(() => expect(mockAsked.slice(2)).toEqual(['/v1/config undrawn']));
  answer('/v1/config', '{}');
  await waitFor(() => expect(mockAsked.slice(3)).toEqual(['/v1/project drawn']));
});

it('renders only once if the server responds quickly', async () => {
  jest.useFakeTimers();
  const { started, answer } = startSignedIn();
  let wasLoading = false;
  const observer = new MutationObserver(() => {
    wasLoading ||= document.querySelector('main [role="status"]') !== null;
  });
  observer.observe(document, { childList: true, subtree: true });
  for (const [path, body] of [
    ['/config.json', JSON.stringify(aDeployment())],
    ['/v1/config', '{}'],
    ['/v1/project', '[]'],
  ] as const) {
    await act(() => pass(10));
    expect(mockAsked).toContain(`${path} undrawn`);
    answer(path, body);
  }
  await act(async () => {
    await pass(10);
    await started;
  });
  expect(document.querySelector('main')).toBeInTheDocument();
  observer.disconnect();
  expect(wasLoading).toBe(false);
});
