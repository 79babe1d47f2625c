import { call, type SagaOf } from '@data-manager/lib/typedEffects';
import { waitFor } from '@data-manager/lib/waitFor';
import type { Ports } from '../../../src/platform/ports';
import { loginFound, sessionLost } from '../../../src/session/sessionSlice';
import { workOn } from '../../../src/transfers/machine/crashes';
import { anOwner } from '../../support/builders';
import { createFakePorts, createFakeProfile, createMemoryRecords, delayRecords } from '../../support/fakePorts';
import { pass } from '../../support/virtualTime';
import { noteRequested, openNotes } from './openNotes';

const DATABASE_MS = 20;

beforeEach(() => void jest.useFakeTimers());

/** Opens the tabs of a browser profile whose database takes time, and a port that hears and posts its messages. */
async function openTabs(
  count: number,
  records: Ports['records'] = createMemoryRecords(),
  drive: readonly (() => SagaOf<void>)[] = [],
) {
  const profile = createFakeProfile();
  const { tabs: wire } = createFakePorts({}, profile);
  const messages: { readonly kind: string; readonly [member: string]: unknown }[] = [];
  wire.onMessage((message) => messages.push(message as (typeof messages)[number]));
  const open = () => openNotes({ profile, records: delayRecords(records, DATABASE_MS), drive });
  const tabs = Array.from({ length: count }, open);
  await pass(1_000);
  const kinds = (kind: string) => messages.filter((message) => message.kind === kind);
  messages.length = 0;
  return { tabs, open, wire, messages, kinds };
}

const { sponsorId, userId } = anOwner();
const aCommand = (id: string, owner = { sponsorId, userId }) => ({
  kind: 'command',
  machine: 'notes',
  id,
  ...owner,
  command: noteRequested({ text: id }),
});

it('a command of the driver is carried out without a message, and the other tabs show what it has stored', async () => {
  const { tabs, messages } = await openTabs(2);
  const [driver, follower] = tabs;
  driver?.note('a');
  expect(driver?.notes()).toEqual(['a']);
  await pass(5 * DATABASE_MS);
  expect(follower?.notes()).toEqual(['a']);
  expect(messages).toEqual([{ kind: 'stored', machine: 'notes' }]);
});

describe('a command of another tab', () => {
  it('is granted after its result is stored, and not earlier', async () => {
    const records = createMemoryRecords();
    const { tabs, kinds } = await openTabs(2, records);
    const [driver, follower] = tabs;
    follower?.note('a');
    await pass(DATABASE_MS / 2);
    expect([driver?.notes(), kinds('granted')]).toEqual([['a'], []]);
    await pass(DATABASE_MS);
    expect(await records('follows').read('notes')).toEqual(['a']);
    expect(kinds('granted')).toHaveLength(1);
  });

  it.each([
    ['while its result is being stored', 0],
    ['after it is granted', 10 * DATABASE_MS],
  ])('is carried out once if it arrives again %s', async (_when, milliseconds) => {
    const { tabs, wire, kinds } = await openTabs(1);
    wire.post(aCommand('twice'));
    await pass(milliseconds);
    wire.post(aCommand('twice'));
    await pass(10 * DATABASE_MS);
    expect(tabs[0]?.notes()).toEqual(['twice']);
    expect(kinds('granted').map(({ id }) => id)).toContain('twice');
  });

  it('is carried out once if it arrives again after the next tab has taken over', async () => {
    const { tabs, wire, kinds } = await openTabs(2);
    wire.post(aCommand('twice'));
    await pass(10 * DATABASE_MS);
    tabs[0]?.crash();
    await pass(10 * DATABASE_MS);
    wire.post(aCommand('twice'));
    await pass(10 * DATABASE_MS);
    expect(tabs[1]?.notes()).toEqual(['twice']);
    expect(kinds('granted')).toHaveLength(2);
  });

  it('is posted again to the next driver if the first one closes before it grants it', async () => {
    const { tabs, kinds } = await openTabs(3);
    const [driver, second, third] = tabs;
    driver?.crash();
    third?.note('a');
    await pass(10 * DATABASE_MS);
    expect([second?.notes(), third?.notes()]).toEqual([['a'], ['a']]);
    expect(kinds('command')).toHaveLength(2);
  });

  it('is carried out by its own tab, before those of other tabs, if that becomes the driver', async () => {
    const { tabs } = await openTabs(3);
    const [driver, second, third] = tabs;
    driver?.crash();
    third?.note('of another tab');
    second?.note('of this tab');
    await pass(10 * DATABASE_MS);
    expect(second?.notes()).toEqual(['of this tab', 'of another tab']);
  });

  it('waits until its user is signed in', async () => {
    const { tabs } = await openTabs(2);
    const [driver, follower] = tabs;
    driver?.dispatch(sessionLost());
    follower?.note('a');
    await pass(10 * DATABASE_MS);
    expect(driver?.notes()).toEqual([]);
    driver?.dispatch(loginFound(anOwner()));
    await pass(10 * DATABASE_MS);
    expect([driver?.notes(), follower?.notes()]).toEqual([['a'], ['a']]);
  });

  it('is ignored if another user has issued it', async () => {
    const { tabs, wire, kinds } = await openTabs(1);
    wire.post(aCommand('a', { sponsorId, userId: 'another user' }));
    await pass(10 * DATABASE_MS);
    expect([tabs[0]?.notes(), kinds('granted')]).toEqual([[], []]);
  });

  it.each([
    { ...aCommand('a'), machine: 'downloads' },
    { ...aCommand('a'), command: { type: 7 } },
    { kind: 'later', machine: 'notes' },
    {},
  ])('is ignored if the message is %j', async (message) => {
    const { tabs, wire, messages } = await openTabs(1);
    wire.post(message);
    await pass(10 * DATABASE_MS);
    expect([tabs[0]?.notes(), messages]).toEqual([[], []]);
  });
});

it('warns once if the browser refuses to store, and still grants the commands', async () => {
  const memory = createMemoryRecords();
  const { tabs, kinds } = await openTabs(2, (name) => ({ ...memory(name), put: () => Promise.resolve(false) }));
  for (const text of ['a', 'b']) {
    tabs[1]?.note(text);
    await pass(10 * DATABASE_MS);
  }
  expect(tabs[0]?.notes()).toEqual(['a', 'b']);
  expect(tabs[0]?.toasts()).toEqual(['The notes are not stored.']);
  expect(kinds('granted')).toHaveLength(2);
});

it('shows what the previous driver has stored but not announced', async () => {
  const records = createMemoryRecords();
  const { tabs } = await openTabs(3, records);
  tabs[0]?.note('a');
  await pass(DATABASE_MS / 2);
  expect(await records('follows').read('notes')).toEqual(['a']);
  tabs[0]?.crash();
  await pass(10 * DATABASE_MS);
  expect([tabs[1]?.notes(), tabs[2]?.notes()]).toEqual([['a'], ['a']]);
});

describe('a driver that crashes again and again', () => {
  /** Crashes at the note `bad`. */
  function* workOnNotes(): SagaOf<void> {
    const note = yield* waitFor(({ notes }: { readonly notes: readonly string[] }) =>
      notes.find((one) => one === 'bad'),
    );
    yield* workOn(function* work(): SagaOf<void> {
      yield* call(() => Promise.reject(new Error('Something broke')));
    }, note);
  }
  const LET_GO = expect.stringMatching(/^An error in this app has stopped the notes in one tab\./) as unknown;

  it('hands the lock on and follows, and every tab says so', async () => {
    const { tabs, kinds } = await openTabs(2, createMemoryRecords(), [workOnNotes]);
    tabs[0]?.note('bad');
    await pass(5 * DATABASE_MS);
    expect(tabs[0]?.toasts()).toEqual([LET_GO]);
    expect(kinds('toast')).toMatchObject([{ text: LET_GO }]);
    tabs[0]?.note('a');
    tabs[1]?.note('b');
    await pass(20 * DATABASE_MS);
    for (const tab of tabs) expect(tab.notes()).toEqual(['bad (set aside)', 'b', 'a']);
  });

  it('gives up at an item once, and sets it aside if the driver before it gave up at it, also before a reload', async () => {
    const { tabs, open } = await openTabs(1, createMemoryRecords(), [workOnNotes]);
    const [first] = tabs;
    first?.note('bad');
    await pass(5 * DATABASE_MS);
    expect([first?.notes(), first?.toasts()]).toEqual([['bad'], [LET_GO]]);
    first?.crash();
    const reloaded = open();
    await pass(20 * DATABASE_MS);
    expect([reloaded.notes(), reloaded.toasts()]).toEqual([['bad (set aside)'], []]);
    reloaded.note('a');
    expect(reloaded.notes()).toEqual(['bad (set aside)', 'a']);
  });
});
