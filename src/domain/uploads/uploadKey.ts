/** What a key is made of. */
export interface NamedFile {
  readonly name: string;
  /** As renamed by a person: a bare name, or a path below the key prefix. */
  readonly newName?: string;
  /** Empty for a file that was not chosen inside a folder. */
  readonly webkitRelativePath: string;
}

/**
 * The path below the key prefix under which a file is stored, in NFC. A file chosen inside a folder keeps its folders;
 * its last segment is the new name where there is one. Uploading into a dataset (`{project}/{dataset}`), a top folder
 * of the dataset's own name is left out. A new name with folders of its own is taken as it is, so giving a result
 * back as `newName` changes nothing.
 * @param keyPrefix `{project}` or `{project}/{dataset}`
 */
export function uploadName(file: NamedFile, keyPrefix: string): string {
  const wanted = segmentsOf(file.newName ?? file.name);
  const folders = segmentsOf(file.webkitRelativePath).slice(0, -1);
  const ownFolders = wanted.slice(0, -1);
  const leaf = wanted.slice(-1);
  if (ownFolders.length > 0 && ownFolders.join('/') !== folders.join('/')) return wanted.join('/');
  const dataset = datasetOf(keyPrefix);
  const kept = dataset !== undefined && folders[0] === dataset ? folders.slice(1) : folders;
  return [...kept, ...leaf].join('/');
}

/** The object's key, `{sponsor_id}/{keyPrefix}/{name}`, in NFC. */
export function uploadKey(sponsorId: string, keyPrefix: string, name: string): string {
  return [sponsorId, ...segmentsOf(keyPrefix), ...segmentsOf(name)].join('/').normalize('NFC');
}

function datasetOf(keyPrefix: string): string | undefined {
  const segments = segmentsOf(keyPrefix);
  return segments.length > 1 ? segments.at(-1) : undefined;
}

function segmentsOf(path: string): readonly string[] {
  return path
    .normalize('NFC')
    .split('/')
    .filter((segment) => segment !== '');
}
