export function isFile(handle: FileSystemHandle): handle is FileSystemFileHandle {
  return handle.kind === 'file';
}

export function isFolder(handle: FileSystemHandle): handle is FileSystemDirectoryHandle {
  return handle.kind === 'directory';
}

/** Returns the folder of a file, and the name of the file in it. */
export async function findParent(folder: FileSystemDirectoryHandle, path: string, create: boolean) {
  const segments = path.split('/');
  let parent = folder;
  for (const segment of segments.slice(0, -1)) parent = await parent.getDirectoryHandle(segment, { create });
  return { parent, name: segments.at(-1) ?? '' };
}
