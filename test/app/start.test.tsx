import { act, waitFor } from '@testing-library/react';
import { start } from '../../src/app/start';
import { SESSION_KEYS } from '../../src/domain/session';
import { aDeployment } from '../support/builders';
import { aSession } from '../support/fakePorts';

const mockAsked: string[] = [];
jest.mock('../../src/screens/ProjectListScreen', () => {
  mockAsked.push('screen');
  return { ProjectListScreen: () => null };
});

/** jsdom has none, and Node's would keep the test running. */
class SilentChannel extends EventTarget {
  postMessage(): void {
    // Nobody listens.
  }
  close(): void {
    // Nothing is open.
  }
}

afterEach(() => document.body.replaceChildren());

it('fetches config.json and the code of the screen side by side, and asks the API before anything is drawn', async () => {
  // jsdom has no database, of which the app takes note.
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
  document.body.innerHTML = '<div id="root"></div>';
  window.history.replaceState(null, '', '/acme');
  const session = aSession();
  for (const key of SESSION_KEYS) document.cookie = `${key}=${encodeURIComponent(session[key])}; path=/`;
  Object.assign(window, { BroadcastChannel: SilentChannel });
  let giveConfig: (answer: Response) => void = () => undefined;
  window.fetch = (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'https://app.test');
    mockAsked.push(`${pathname} ${document.getElementById('root')?.textContent === '' ? 'undrawn' : 'drawn'}`);
    return new Promise((resolve) => {
      giveConfig = resolve;
    });
  };
  const started = start();
  await waitFor(() => expect(mockAsked).toHaveLength(2));
  expect([...mockAsked].sort()).toEqual(['/config.json undrawn', 'screen']);
  await act(async () => {
    giveConfig(new Response(JSON.stringify(aDeployment())));
    await started;
  });
  await waitFor(() => expect(mockAsked.slice(2)).toEqual(['/v1/config undrawn']));
});
