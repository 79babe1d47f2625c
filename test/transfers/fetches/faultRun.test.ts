import fc from 'fast-check';
import { FETCH_RANGE_BYTES } from '@data-manager/domain/constants';
import { fileAt } from '@data-manager/domain/fetches/folderFetch';
import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import type { FolderFault } from '../../../src/platform/folders/folderPorts';
import { loginFound, sessionLost } from '../../../src/session/sessionSlice';
import {
  fileSaved,
  pauseRequested,
  resumeRequested,
  retryRequested,
} from '../../../src/transfers/fetches/fetchesSlice';
import { anOwner } from '../../support/builders';
import { aStoredFile, createFakeDisk, fileUrlsOf, type RangeAnswer } from '../../support/fakeDisk';
import { createFakeProfile, createMemoryRecords } from '../../support/fakePorts';
import { pass, passUntil } from '../../support/virtualTime';
import { createUrlServer, openFetchPage } from './openFetchPage';

/** Schedules to run; more with `FAULT_RUNS=1000`. */
const RUNS = Number(process.env.FAULT_RUNS ?? 100);

const FILES: readonly FileEntry[] = [
  aStoredFile('acme/brains/TC042/a.tif', 100),
  aStoredFile('acme/brains/TC042/b.tif', 5 * FETCH_RANGE_BYTES + 1),
  aStoredFile('acme/brains/TC042/c.tif', 2 * FETCH_RANGE_BYTES, FETCH_RANGE_BYTES),
  aStoredFile('acme/brains/TC042/d.tif', 0),
  aStoredFile('acme/brains/TC042/e.tif', 3 * FETCH_RANGE_BYTES),
];

const pathOf = (index: number): string => FILES[index]?.key.slice('acme/brains/'.length) ?? '';

type Fault =
  | { readonly kind: 'range'; readonly answer: RangeAnswer }
  | { readonly kind: 'disk'; readonly call: 'access' | 'hash' | 'open' | 'write' | 'save'; readonly fault: FolderFault }
  | { readonly kind: 'urls'; readonly status: 401 | 403 | 404 | 500 };

/** An event caused by the user or the environment after a delay. */
type Happening = 'pause' | 'reload' | 'offline' | 'other tab' | 'sign out' | 'change on disk';

const aFault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({
    kind: fc.constant('range' as const),
    answer: fc.oneof(
      fc.constantFrom<RangeAnswer>(
        { kind: 'damaged' },
        { kind: 'unreachable' },
        { kind: 'stalled' },
        { kind: 'refused', status: 403 },
        { kind: 'refused', status: 404 },
        { kind: 'refused', status: 416 },
        { kind: 'refused', status: 503 },
        { kind: 'refused', status: 200 },
      ),
    ),
  }),
  fc.record({
    kind: fc.constant('disk' as const),
    call: fc.constantFrom('access' as const, 'hash' as const, 'open' as const, 'write' as const, 'save' as const),
    fault: fc.constantFrom<FolderFault>('full', 'gone', 'forbidden', 'unwritable'),
  }),
  fc.record({
    kind: fc.constant('urls' as const),
    status: fc.constantFrom(401 as const, 403 as const, 404 as const, 500 as const),
  }),
);

const aSchedule = fc.record({
  /** The fault of the nth call of its kind. */
  faults: fc.array(fc.record({ at: fc.integer({ min: 0, max: 25 }), fault: aFault }), { maxLength: 8 }),
  happenings: fc.array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 3_000 }),
      what: fc.constantFrom<Happening>('pause', 'reload', 'offline', 'other tab', 'sign out', 'change on disk'),
    }),
    { maxLength: 4 },
  ),
});

type Schedule = typeof aSchedule extends fc.Arbitrary<infer Value> ? Value : never;

/** Injects each fault once, at the nth call of its kind. */
function createFaults({ faults }: Schedule) {
  const calls = new Map<string, number>();
  const left = [...faults];
  return (kind: Fault['kind'], matches: (fault: Fault) => boolean = () => true): Fault | undefined => {
    const call = calls.get(kind) ?? 0;
    calls.set(kind, call + 1);
    const index = left.findIndex(({ at, fault }) => fault.kind === kind && at <= call && matches(fault));
    return index < 0 ? undefined : left.splice(index, 1)[0]?.fault;
  };
}

async function run(schedule: Schedule): Promise<void> {
  const disk = createFakeDisk();
  const takeFault = createFaults(schedule);
  disk.answer(() => {
    const fault = takeFault('range');
    return fault?.kind === 'range' ? fault.answer : { kind: 'written' };
  });
  disk.fail((call) => {
    const fault = takeFault('disk', (one) => one.kind === 'disk' && one.call === call);
    return fault?.kind === 'disk' ? fault.fault : undefined;
  });
  const server = createUrlServer();
  server.on('POST /manage/files/urls', ({ body }) => {
    const fault = takeFault('urls');
    return fault?.kind === 'urls' ? { status: fault.status, json: { msg: 'no' } } : fileUrlsOf(body);
  });
  server.on('POST /auth/token', { status: 503, json: { msg: 'busy' } });
  const records = createMemoryRecords();
  const profile = createFakeProfile();
  const open = () => openFetchPage({ disk, server, records, profile });

  /** Checks that every file that is counted as saved is on the disk with the server's content. */
  const checkCounted = (): void => {
    const fetch = page.first();
    if (fetch === undefined) return;
    const setAside = new Set(fetch.setAside.map(({ index }) => index));
    for (let index = 0; index < fetch.next; index += 1) {
      const file = FILES.find(({ key }) => key === fileAt(fetch, index)?.key);
      if (file === undefined || setAside.has(index)) continue;
      expect(disk.has(pathOf(FILES.indexOf(file)), file)).toBe(true);
    }
  };

  let page = await open();
  page.start(FILES);
  await pass(0);
  for (const { afterMs, what } of schedule.happenings) {
    await pass(afterMs);
    checkCounted();
    const id = page.first()?.id ?? '';
    switch (what) {
      case 'pause':
        page.dispatch(pauseRequested({ id }));
        await pass(1_000);
        page.dispatch(resumeRequested({ id }));
        break;
      case 'reload':
        page.stop();
        disk.closePage();
        await pass(1);
        page = await open();
        break;
      case 'offline':
        page.ports.control.setOnline(false);
        await pass(15_000);
        page.ports.control.setOnline(true);
        break;
      case 'other tab': {
        const other = await open();
        await pass(10);
        page.stop();
        disk.closePage();
        page = other;
        break;
      }
      case 'sign out':
        page.dispatch(sessionLost());
        await pass(5_000);
        page.dispatch(loginFound(anOwner()));
        break;
      case 'change on disk':
        // Another program deletes a file that is not counted yet.
        for (const [index] of FILES.entries()) {
          if (index >= (page.first()?.next ?? FILES.length)) disk.files.delete(pathOf(index));
        }
        break;
    }
  }
  // The user resolves everything that requires a decision.
  for (let round = 0; round < 20 && page.items().length > 0; round += 1) {
    await passUntil(() => page.first() === undefined || ['paused', 'ended'].includes(page.first()?.phase ?? ''));
    checkCounted();
    const fetch = page.first();
    if (fetch?.phase === 'paused') page.dispatch(resumeRequested({ id: fetch.id }));
    if (fetch?.phase === 'ended') page.dispatch(retryRequested({ id: fetch.id }));
  }
  expect(page.items()).toEqual([]);
  for (const [index, file] of FILES.entries()) expect(disk.has(pathOf(index), file)).toBe(true);
  expect(page.actions.filter(fileSaved.match).every(({ payload }) => payload.outcome !== 'unverifiable')).toBe(true);
  expect(disk.writers.size).toBe(0);
  page.stop();
}

jest.setTimeout(Math.max(600_000, RUNS * 3_000));

beforeEach(() => void jest.useFakeTimers({ now: Date.UTC(2030, 0, 2) }));

it(`fetches every file identically in ${String(RUNS)} schedules of faults, and counts nothing that is not verified`, async () => {
  await fc.assert(fc.asyncProperty(aSchedule, run), { numRuns: RUNS, endOnFailure: RUNS > 200 });
});
