import type { Dispatch } from '@reduxjs/toolkit';
import type { Comparison } from '@data-manager/domain/compare/comparison';
import { shownName } from '@data-manager/domain/names/shownName';
import type { Ports } from '../../platform/ports';
import { resumeRequested } from './comparisonsSlice';

/**
 * Resumes or repeats a comparison, once the page may read its folder. The browser prompts only in response to a click.
 */
export async function allowAndResume(
  { id, folderId, folderName }: Comparison,
  { folders, toast }: Pick<Ports, 'folders' | 'toast'>,
  dispatch: Dispatch,
): Promise<void> {
  if (folderId === undefined || (await folders.allow(folderId, 'read'))) dispatch(resumeRequested({ id }));
  else toast(`This page may not read ${shownName(folderName)}. Allow it, then try again.`, 'warning');
}
