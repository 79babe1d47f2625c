import fc from 'fast-check';
import { createRing, createTransferLog, type TimedEntry } from '../../../src/transfers/recorder/transferLog';
import { createFakePorts } from '../../support/fakePorts';

const sum = (state: readonly string[] = [], { type }: { readonly type: string }): readonly string[] =>
  type.startsWith('@@') ? state : [...state, type];
const anAction = (type: string): TimedEntry => ({ kind: 'action', by: 'page', action: { type }, at: 0 });
const anotherEntry: TimedEntry = { kind: 'other', at: 0 };

describe('the log of the recorder', () => {
  it('keeps the latest actions and the state before them, which together give the current state', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.string({ minLength: 1 }).map((text) => `a${text}`)), { maxLength: 60 }),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 10, max: 20 }),
        (types, actions, weight) => {
          const ring = createRing(sum, { actions, weight });
          for (const type of types) ring.add(type === null ? anotherEntry : anAction(type));
          const content = ring.content();
          const kept = content.entries.flatMap((entry) => (entry.kind === 'action' ? [entry.action] : []));
          const all = types.filter((type) => type !== null);
          expect(kept.reduce(sum, content.before)).toEqual(all);
          expect(kept.length).toBeLessThanOrEqual(actions);
          expect(content.entries.length).toBeLessThanOrEqual(weight);
          expect(content.dropped).toBe(all.length - kept.length);
          expect(content.isComplete).toBe(content.entries.length === types.length);
        },
      ),
    );
  });

  it('marks the same URL alike and different URLs differently', () => {
    const log = createTransferLog(createFakePorts());
    const markOf = (url: string): unknown => {
      log.action({ type: 'downloads/downloadReady', payload: { url } }, 'sagas');
      return log.content({}).entries.at(-1);
    };
    expect(markOf('https://files.test/a?1')).toEqual(markOf('https://files.test/a?1'));
    expect(markOf('https://files.test/a?1')).not.toEqual(markOf('https://files.test/a?2'));
  });

  it('searches known lists again when the session has a new secret', () => {
    const ports = createFakePorts();
    const log = createTransferLog(ports);
    const action = { type: 'fetches/fetchQueued', payload: { files: [{ key: 'a name that becomes a secret' }] } };
    log.action(action, 'sagas');
    ports.localStorage.set('access_token', 'a name that becomes a secret');
    log.action(action, 'sagas');
    expect(JSON.stringify(log.content({}).entries.at(-1))).not.toContain('becomes a secret');
  });

  it('drops no action before it is full', () => {
    const ring = createRing(sum, { actions: 3, weight: 9 });
    for (const type of ['a', 'b', 'c']) ring.add(anAction(type));
    expect(ring.content()).toMatchObject({ before: [], dropped: 0, isComplete: true });
    ring.add(anAction('d'));
    expect(ring.content()).toMatchObject({ before: ['a'], dropped: 1, isComplete: false });
  });

  it('does not grow beyond its limit with thousands of entries', () => {
    const ring = createRing(sum, { actions: 2, weight: 5 });
    for (let times = 0; times < 5_000; times += 1) ring.add(anotherEntry);
    expect(ring.content().entries).toHaveLength(5);
  });

  it('weighs lists by their length', () => {
    const ring = createRing(sum, { actions: 10, weight: 250 });
    const result = { $: 'map', entries: Array.from({ length: 100 }, () => ['key', {}]) };
    for (let id = 1; id <= 4; id += 1) ring.add({ kind: 'resolved', id, result, at: 0 });
    expect(ring.content().entries.map((entry) => entry.kind === 'resolved' && entry.id)).toEqual([3, 4]);
  });
});
