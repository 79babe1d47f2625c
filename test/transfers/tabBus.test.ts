import * as v from 'valibot';
import { placeDeleted, placeRestored } from '../../src/transfers/deletedPlaces';
import { BusMessage } from '../../src/transfers/tabBus';
import { createTestStore } from '../support/createTestStore';
import { createFakePorts, createFakeProfile, signIn } from '../support/fakePorts';
import { createFakeServer } from '../support/fakeServer';
import { pass } from '../support/virtualTime';

const TOAST = { kind: 'toast', text: 'The archive is gone', severity: 'error' };
const DELETED = { kind: 'placeDeleted', path: 'acme/brains', isPermanent: false };
const RESTORED = { kind: 'placeRestored', path: 'acme/brains' };

beforeEach(() => void jest.useFakeTimers());

/** Opens the tabs of a browser profile, with a user who is signed in or not. */
async function openTabs(count: number, isSignedIn = true) {
  const profile = createFakeProfile();
  const open = async () => {
    const ports = createFakePorts({ fetch: createFakeServer({}).fetch }, profile);
    if (isSignedIn) signIn(ports);
    const page = createTestStore({ ports });
    await page.rehydrated();
    return {
      ...page,
      places: () => page.actions.filter(({ type }) => type.startsWith('places/')),
      toasts: () => ports.recorded.toasts,
    };
  };
  const tabs = [];
  for (let index = 0; index < count; index += 1) tabs.push(await open());
  await pass(0);
  return tabs;
}

it.each([{ kind: 'signedIn' }, TOAST, DELETED, RESTORED])('the schema of the bus accepts %j', (message) => {
  expect(v.parse(BusMessage, message)).toEqual(message);
});

it.each([
  {},
  { kind: 'later' },
  { kind: 'command', id: 'w' },
  { ...TOAST, text: '' },
  { ...TOAST, severity: 'loud' },
  { ...DELETED, isPermanent: 1 },
  { ...RESTORED, path: '' },
  'toast',
  null,
])('the schema of the bus refuses %j', (message) => {
  expect(v.is(BusMessage, message)).toBe(false);
});

it('a message of one tab shows its toast in every other tab, whether the tab drives the downloads or not', async () => {
  const [driver, follower, sender] = await openTabs(3);
  sender?.ports.tabs.post(TOAST);
  await pass(0);
  const shown = [{ text: TOAST.text, severity: TOAST.severity }];
  expect([driver?.toasts(), follower?.toasts(), sender?.toasts()]).toEqual([shown, shown, []]);
});

it('a message of one tab reports a deleted and a restored place once in every other tab', async () => {
  const [driver, follower, sender] = await openTabs(3);
  for (const message of [DELETED, RESTORED]) sender?.ports.tabs.post(message);
  await pass(0);
  const reported = [
    placeDeleted({ path: 'acme/brains', isPermanent: false, fromOtherTab: true }),
    placeRestored({ path: 'acme/brains', fromOtherTab: true }),
  ];
  expect([driver?.places(), follower?.places(), sender?.places()]).toEqual([reported, reported, []]);
});

it('a message of one tab makes the other tabs find the session of a user who has signed in', async () => {
  const [first, second] = await openTabs(2, false);
  expect([first, second].map((tab) => tab?.store.getState().session.status)).toEqual(['loggedOut', 'loggedOut']);
  signIn(first!.ports);
  second?.ports.tabs.post({ kind: 'signedIn' });
  await pass(0);
  expect(first?.store.getState().session.status).toBe('loggedIn');
});

it('a message of one tab changes nothing if another version of the app has sent it', async () => {
  const [first, second] = await openTabs(2);
  const before = first?.actions.length;
  for (const message of [{ kind: 'later' }, { ...TOAST, severity: 'loud' }, 7]) {
    second?.ports.tabs.post(message as object);
  }
  await pass(0);
  expect([first?.actions.length, first?.toasts()]).toEqual([before, []]);
});
