import type { Action } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { shownName } from '@data-manager/domain/names/shownName';
import type { FolderUse } from '../platform/folders/folderPorts';
import { usePorts } from '../platform/portsContext';

interface ChosenFolder {
  /** Undefined for files that the page has already. */
  readonly folderId?: string;
  readonly folderName: string;
}

/**
 * Returns a function that dispatches a command once the page may use a folder. The browser prompts only in response to a
 * click.
 */
export function useAllowedDispatch(use: FolderUse) {
  const dispatch = useDispatch();
  const { folders, toast } = usePorts();
  return async (command: Action, { folderId, folderName }: ChosenFolder): Promise<void> => {
    const verb = use === 'read' ? 'read' : 'write into';
    if (folderId === undefined || (await folders.allow(folderId, use))) dispatch(command);
    else toast(`This page may not ${verb} ${shownName(folderName)}. Allow it, then try again.`, 'warning');
  };
}
