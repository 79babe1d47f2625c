import type { UnknownAction } from '@reduxjs/toolkit';
import type { Comparison } from '@data-manager/domain/compare/comparison';
import * as comparisons from '../../../src/transfers/comparisons/comparisonsSlice';
import { aComparison } from '../../support/builders';

const id = 'comparison-1';
function reduce(items: readonly Comparison[], ...events: readonly UnknownAction[]): readonly Comparison[] {
  return events.reduce(comparisons.comparisonsReducer, { items }).items;
}

describe('a comparison', () => {
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
