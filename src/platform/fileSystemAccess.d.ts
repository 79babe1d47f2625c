/** Parts of the File System Access API that Chromium supports and TypeScript's library lacks. */

interface FileSystemHandle {
  readonly queryPermission?: (descriptor: { readonly mode: 'read' }) => Promise<PermissionState>;
  readonly requestPermission?: (descriptor: { readonly mode: 'read' }) => Promise<PermissionState>;
}

interface DataTransferItem {
  readonly getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
}
