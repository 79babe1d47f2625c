import type { UnknownAction } from '@reduxjs/toolkit';
import { NO_PROGRESS, type Comparison, type ComparisonPhase } from '@data-manager/domain/compare/comparison';
import * as comparisons from '../../../src/transfers/comparisons/comparisonsSlice';
import { aComparison } from '../../support/builders';

type Result = ComparisonPhase | 'gone';

const PHASES: readonly ComparisonPhase[] = ['reading', 'matching', 'failed', 'hashing', 'paused', 'done'];
const id = 'comparison-1';
const progress = { ...NO_PROGRESS, toHash: 8, hashed: 5 };
const requested = { id, path: 'p', rootPath: 'p', folderName: '' };

/** The next phase for each phase that an event fits; in all others it changes nothing. */
const TABLE: readonly [string, UnknownAction, Partial<Record<ComparisonPhase, Result>>][] = [
  [
    'comparisonStarted (the same id)',
    comparisons.comparisonStarted({ comparison: aComparison({ phase: 'reading' }) }),
    {},
  ],
  [
    'comparisonsRestored (the same id)',
    comparisons.comparisonsRestored({ items: [aComparison({ phase: 'reading' })] }),
    {},
  ],
  ['filesFound', comparisons.filesFound({ id, found: 3, unreadable: 1 }), { reading: 'reading' }],
  ['folderRead', comparisons.folderRead({ id }), { reading: 'matching' }],
  ['listingFailed', comparisons.listingFailed({ id, reason: 'late' }), { matching: 'failed' }],
  ['namesMatched', comparisons.namesMatched({ id, progress }), { matching: 'hashing' }],
  ['progressSampled', comparisons.progressSampled({ id, progress }), { hashing: 'hashing', paused: 'paused' }],
  [
    'comparisonPaused',
    comparisons.comparisonPaused({ id, at: 5 }),
    { reading: 'paused', matching: 'paused', hashing: 'paused' },
  ],
  ['comparisonResumed', comparisons.comparisonResumed({ id }), { paused: 'hashing' }],
  [
    'comparisonRequeued',
    comparisons.comparisonRequeued({ id }),
    { paused: 'matching', done: 'matching', failed: 'matching' },
  ],
  ['folderReopened', comparisons.folderReopened({ id }), { paused: 'reading', done: 'reading', failed: 'reading' }],
  ['comparisonEnded', comparisons.comparisonEnded({ id, at: 9 }), { hashing: 'done' }],
  ['comparisonDismissed', comparisons.comparisonDismissed({ id }), { done: 'done' }],
  [
    'comparisonRemoved',
    comparisons.comparisonRemoved({ id }),
    { reading: 'gone', matching: 'gone', failed: 'gone', hashing: 'gone', paused: 'gone', done: 'gone' },
  ],
  ['compareRequested', comparisons.compareRequested(requested), {}],
  ['pauseRequested', comparisons.pauseRequested({ id }), {}],
  ['resumeRequested', comparisons.resumeRequested({ id }), {}],
  ['cancelRequested', comparisons.cancelRequested({ id }), {}],
  ['dismissRequested', comparisons.dismissRequested({ id }), {}],
];

const CELLS = TABLE.flatMap(([name, event, next]) =>
  PHASES.map((phase) => ({ name, event, phase, result: next[phase] ?? phase, fits: phase in next })),
);

function reduce(items: readonly Comparison[], ...events: readonly UnknownAction[]): readonly Comparison[] {
  return events.reduce(comparisons.comparisonsReducer, { items }).items;
}

describe('a comparison', () => {
  it.each(CELLS)('goes from $phase to $result on $name', ({ event, phase, result, fits }) => {
    const before = aComparison({ phase });
    const [after] = reduce([before], event);
    expect(after?.phase ?? 'gone').toBe(result);
    expect(after !== before).toBe(fits);
  });

  it('keeps its progress while it is paused, and forgets why it paused when it is resumed', () => {
    const [paused] = reduce([aComparison()], comparisons.comparisonPaused({ id, at: 5, fault: 'unavailable' }));
    expect(paused).toEqual({ ...aComparison(), phase: 'paused', pausedAt: 5, fault: 'unavailable' });
    expect(reduce(paused === undefined ? [] : [paused], comparisons.comparisonResumed({ id }))).toEqual([
      aComparison(),
    ]);
  });

  it('keeps the folder of a comparison that is repeated, and forgets its result', () => {
    const [again] = reduce([aComparison({ phase: 'done' })], comparisons.comparisonRequeued({ id }));
    expect(again).toEqual({ ...aComparison({ phase: 'matching' }) });
  });

  it('removes a dismissed comparison from the list of transfers, but keeps it for its screen', () => {
    const { sponsorId, userId, path } = aComparison();
    const owner = { sponsorId, userId, isAdmin: false };
    const session = { status: 'loggedIn' as const, owner };
    const done = aComparison({ phase: 'done' });
    expect(comparisons.selectOwnComparisons({ comparisons: { items: [done] }, session })).toEqual([done]);
    const items = reduce([done], comparisons.comparisonDismissed({ id }));
    const state = { comparisons: { items }, session };
    expect(comparisons.selectOwnComparisons(state)).toEqual([]);
    expect(comparisons.selectComparisonWith(state, path, owner)).toBe(items[0]);
    expect(items[0]).not.toHaveProperty('folderId');
    expect(items[0]).toMatchObject({ isDismissed: true });
  });
});
