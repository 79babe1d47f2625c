/** Parts of the File System Access API that Chromium supports and TypeScript's library lacks. */

interface FileSystemHandle {
  readonly queryPermission?: (descriptor: { readonly mode: 'read' | 'readwrite' }) => Promise<PermissionState>;
  readonly requestPermission?: (descriptor: { readonly mode: 'read' | 'readwrite' }) => Promise<PermissionState>;
}

interface DataTransferItem {
  readonly getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
}

interface Window {
  readonly showDirectoryPicker?: (options: {
    readonly id?: string;
    readonly mode?: 'read' | 'readwrite';
  }) => Promise<FileSystemDirectoryHandle>;
}
