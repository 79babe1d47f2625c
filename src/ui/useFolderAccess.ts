import { nameInText } from '@data-manager/domain/names/shownName';
import type { FolderUse } from '../platform/folders/folderPorts';
import { usePorts } from '../platform/portsContext';

interface ChosenFolder {
  /** Undefined for files that the page has already. */
  readonly folderId?: string;
  readonly folderName: string;
}

/**
 * Returns a function that asks the user whether the page may use a folder, and explains a refusal. The browser prompts only in
 * response to a click.
 */
export function useFolderAccess(use: FolderUse) {
  const { folders, toast, closeToasts } = usePorts();
  return async ({ folderId, folderName }: ChosenFolder): Promise<boolean> => {
    const verb = use === 'read' ? 'read' : 'write into';
    const refusal = `This page may not ${verb} ${nameInText(folderName)}. Allow it, then try again.`;
    const isAllowed = folderId === undefined || (await folders.allow(folderId, use));
    if (isAllowed) closeToasts(({ text }) => text === refusal);
    else toast(refusal, 'warning');
    return isAllowed;
  };
}
