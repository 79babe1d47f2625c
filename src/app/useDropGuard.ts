import { useEffect } from 'react';
import { bringsFiles } from '../platform/bringsFiles';

/**
 * Files that are dropped where nothing takes them would be opened in place of the app, and end an upload. It listens
 * last: whatever takes a drop has said so by then.
 */
export function useDropGuard(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented || event.dataTransfer === null || !bringsFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}
