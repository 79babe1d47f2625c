import fc from 'fast-check';
import { createActionRing } from '../../../src/transfers/recorder/actionRing';
import type { TimedEntry } from '../../../src/transfers/recorder/logEntry';

const sum = (state: readonly string[] = [], { type }: { readonly type: string }): readonly string[] =>
  type.startsWith('@@') ? state : [...state, type];
const anAction = (type: string): TimedEntry => ({ kind: 'action', by: 'page', action: { type }, at: 0 });
const anotherEntry: TimedEntry = { kind: 'other', at: 0 };

describe('the ring of the latest actions', () => {
  it('holds the latest, and the state before them: folded, they give the state of all', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.string({ minLength: 1 }).map((text) => `a${text}`)), { maxLength: 60 }),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 10, max: 20 }),
        (types, actions, weight) => {
          const ring = createActionRing(sum, { actions, weight });
          for (const type of types) ring.add(type === null ? anotherEntry : anAction(type));
          const content = ring.content();
          const kept = content.entries.flatMap((entry) => (entry.kind === 'action' ? [entry.action] : []));
          const all = types.filter((type) => type !== null);
          expect(kept.reduce(sum, content.before)).toEqual(all);
          expect(kept.length).toBeLessThanOrEqual(actions);
          expect(content.entries.length).toBeLessThanOrEqual(weight);
          expect(content.dropped).toBe(all.length - kept.length);
          expect(content.isWhole).toBe(content.entries.length === types.length);
        },
      ),
    );
  });

  it('lets go of no action before it is full', () => {
    const ring = createActionRing(sum, { actions: 3, weight: 9 });
    for (const type of ['a', 'b', 'c']) ring.add(anAction(type));
    expect(ring.content()).toMatchObject({ before: [], dropped: 0, isWhole: true });
    ring.add(anAction('d'));
    expect(ring.content()).toMatchObject({ before: ['a'], dropped: 1, isWhole: false });
  });

  it('stays as small after thousands of entries', () => {
    const ring = createActionRing(sum, { actions: 2, weight: 5 });
    for (let times = 0; times < 5_000; times += 1) ring.add(anotherEntry);
    expect(ring.content().entries).toHaveLength(5);
  });

  it('counts long lists by their length, so that a few of them fill it', () => {
    const ring = createActionRing(sum, { actions: 10, weight: 250 });
    const answer = { $: 'map', entries: Array.from({ length: 100 }, () => ['key', {}]) };
    for (let call = 1; call <= 4; call += 1) ring.add({ kind: 'answered', call, answer, at: 0 });
    expect(ring.content().entries.map((entry) => entry.kind === 'answered' && entry.call)).toEqual([3, 4]);
  });
});
