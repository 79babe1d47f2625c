/** Parts of the File System Access API that Chromium supports and TypeScript's library lacks. */

interface FileSystemHandle {
  readonly queryPermission?: (descriptor: { readonly mode: 'read' | 'readwrite' }) => Promise<PermissionState>;
  readonly requestPermission?: (descriptor: { readonly mode: 'read' | 'readwrite' }) => Promise<PermissionState>;
}

interface DataTransferItem {
  readonly getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
}

/** Reports changes in folders. Only some browsers have it. */
interface FileSystemObserver {
  readonly observe: (handle: FileSystemHandle, options?: { readonly recursive?: boolean }) => Promise<void>;
  readonly disconnect: () => void;
}

interface Window {
  readonly FileSystemObserver?: new (callback: () => void) => FileSystemObserver;
  readonly showDirectoryPicker?: (options: {
    readonly id?: string;
    readonly mode?: 'read' | 'readwrite';
  }) => Promise<FileSystemDirectoryHandle>;
}
