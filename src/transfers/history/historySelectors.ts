import { createSelector } from '@reduxjs/toolkit';
import { belongsTo } from '../../domain/session/session';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import type { SavedArchive, WithHistory } from './historySlice';

type State = WithHistory & WithSession;

/** What was handed to the browser for whoever is signed in, the latest first. */
export const selectOwnSaved = createSelector(
  [(state: State) => state.history.saved, selectSessionOwner],
  (saved, owner): readonly SavedArchive[] => saved.filter((archive) => belongsTo(archive, owner)),
);

/** An archive of whoever is signed in. */
export function selectSavedArchive(state: State, id: string): SavedArchive | undefined {
  return selectOwnSaved(state).find((archive) => archive.id === id);
}
