const handles = new WeakMap<File, FileSystemHandle>();

/** Notes what a file, or the folder that it was dropped in, can be opened with again. Forgotten with the file. */
export function noteHandle(file: File, handle: FileSystemHandle): void {
  handles.set(file, handle);
}

/** What the file can be opened with again; undefined where the browser gave nothing. */
export function handleOfFile(file: File): FileSystemHandle | undefined {
  return handles.get(file);
}
