import { createSelector } from '@reduxjs/toolkit';
import { belongsTo, type SessionOwner } from '@data-manager/domain/session/session';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import type { ById } from './phaseReducer';

type OwnedItem = ById & Pick<SessionOwner, 'sponsorId' | 'userId'>;

const NONE: readonly never[] = [];

/**
 * Returns the selectors of a list with items of several users.
 *
 * @param isListed returns false for an item that is kept, but no longer shown
 */
export function listSelectors<State, Item extends OwnedItem>(
  selectItems: (state: State) => readonly Item[],
  isOwn: (item: Item, owner: SessionOwner | undefined) => boolean = belongsTo,
  isListed: (item: Item) => boolean = () => true,
) {
  const selectItem = (state: State, id: string): Item | undefined => selectItems(state).find((item) => item.id === id);
  return {
    /** Returns the listed items of the signed-in user, oldest first. */
    selectOwn: createSelector(
      [(state: State & WithSession) => selectItems(state), (state: State & WithSession) => selectSessionOwner(state)],
      (items, owner): readonly Item[] => {
        const own = items.filter((item) => isOwn(item, owner) && isListed(item));
        return own.length === 0 ? NONE : own;
      },
    ),
    /** Returns true if the signed-in user has listed items. Not memoized, since it runs with every action. */
    selectHas: (state: State & WithSession): boolean => {
      const owner = selectSessionOwner(state);
      return selectItems(state).some((item) => isOwn(item, owner) && isListed(item));
    },
    /** Returns an item of any user. */
    selectItem,
    /** Returns an item of the signed-in user, listed or not. */
    selectOwnItem: (state: State & WithSession, id: string): Item | undefined => {
      const item = selectItem(state, id);
      return item !== undefined && isOwn(item, selectSessionOwner(state)) ? item : undefined;
    },
  };
}
