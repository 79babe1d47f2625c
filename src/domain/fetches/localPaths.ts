import { foldText } from '@data-manager/lib/foldText';
import { payloadPath } from '../checksums/bag';

/** Longest name in bytes of UTF-8 (a limit of file systems), less some for a suffix. */
const NAME_MAX_BYTES = 240;

/** Maximum number of UTF-8 bytes for one UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

/** Characters that Windows forbids, control characters, and marks that change the direction of text. */
const FORBIDDEN = /[\p{Control}\p{Surrogate}<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Windows ignores dots and spaces at the end of a name; browsers reject some at the beginning. */
const EDGES = /^ +|[. ]+$/g;
/** Names of devices, which Windows reserves with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;
/** Names that browsers refuse to write, because the operating system would run or interpret them. */
const REFUSED = /(?:\.(?:lnk|local|scf|url|crswap|part)|^(?:desktop\.ini|thumbs\.db))$/i;

/**
 * Creates the function that returns a path in a local folder for each key. Names that are not safe on every operating
 * system are changed, and names that differ only in case get a number. The same keys always get the same paths.
 * @param prefix the beginning of the keys that is not part of the paths
 * @param taken paths of other files, which no key gets
 * @param sealed path of a sealed dataset, whose files are laid out as those of a bag
 */
export function createLocalPaths(
  prefix: string,
  taken?: ReadonlySet<string>,
  sealed?: string,
): (key: string) => string {
  const paths = new Map<string, string>();
  const fresh = createFreshPaths(prefix, taken, sealed);
  return (key) => {
    const known = paths.get(key);
    if (known !== undefined) return known;
    const path = fresh.fileAt(key);
    paths.set(key, path);
    return path;
  };
}

/** Returns paths for keys that do not recur. */
interface FreshPaths {
  readonly fileAt: (key: string) => string;
  /** The key ends in a slash, and so does the path. */
  readonly folderAt: (key: string) => string;
}

/** Creates paths by the rules of `createLocalPaths`, but remembers only the names in use. */
export function createFreshPaths(prefix: string, taken: ReadonlySet<string> = new Set(), sealed?: string): FreshPaths {
  const placed = (key: string): string =>
    sealed !== undefined && key.startsWith(`${sealed}/`)
      ? `${sealed}/${payloadPath(key.slice(sealed.length + 1))}`
      : key;
  const root = newFolder('');
  let folder = root;
  let folderPath: string | undefined;
  const startOf = (key: string): number => (key.startsWith(prefix) ? prefix.length : 0);
  const open = (path: string | undefined): void => {
    // Most files are in the same folder as the previous one.
    if (path !== folderPath) folder = path === undefined ? root : folderAt(root, path);
    folderPath = path;
  };
  return {
    fileAt: (stored) => {
      const key = placed(stored);
      const start = startOf(key);
      const end = key.lastIndexOf('/');
      open(end < start ? undefined : key.slice(start, end));
      return folder.path + freeName(folder, key.slice(Math.max(start, end + 1)), taken);
    },
    folderAt: (stored) => {
      const key = placed(stored);
      open(key.slice(startOf(key), -1));
      return folder.path;
    },
  };
}

interface LocalFolder {
  /** Path of the folder with a trailing slash; empty for the root. */
  readonly path: string;
  /** Folders by their names in the keys. */
  readonly folders: Map<string, LocalFolder>;
  /** Names in use, in the form in which file systems compare them. */
  readonly used: Set<string>;
}

function newFolder(path: string): LocalFolder {
  return { path, folders: new Map(), used: new Set() };
}

function folderAt(root: LocalFolder, path: string): LocalFolder {
  let folder = root;
  for (const segment of path.split('/')) {
    let child = folder.folders.get(segment);
    if (child === undefined) {
      child = newFolder(`${folder.path}${freeName(folder, segment)}/`);
      folder.folders.set(segment, child);
    }
    folder = child;
  }
  return folder;
}

/** Returns a safe name that no other child of the folder has, and reserves it. */
function freeName({ path, used }: LocalFolder, segment: string, taken?: ReadonlySet<string>): string {
  const wanted = safeName(segment);
  let name = wanted;
  let compared = foldText(name);
  for (let number = 2; used.has(compared) || taken?.has(path + name) === true; number += 1) {
    name = numbered(wanted, number);
    compared = foldText(name);
  }
  used.add(compared);
  return name;
}

/** Returns a name that every operating system accepts. */
function safeName(segment: string): string {
  let name = segment
    .normalize('NFC')
    .replace(FORBIDDEN, '_')
    .replace(EDGES, (edge) => '_'.repeat(edge.length));
  name = shortened(name);
  if (name === '') return '_';
  if (REFUSED.test(name)) name = `${name}_`;
  return DEVICE.test(name) ? `_${name}` : name;
}

/** Shortens a name before its extension. */
function shortened(name: string): string {
  if (name.length * MAX_BYTES_PER_UNIT <= NAME_MAX_BYTES) return name;
  const encoder = new TextEncoder();
  if (encoder.encode(name).length <= NAME_MAX_BYTES) return name;
  const { base, extension } = splitName(name);
  const characters = Array.from(base);
  while (characters.length > 1 && encoder.encode(characters.join('') + extension).length > NAME_MAX_BYTES) {
    characters.pop();
  }
  return `${characters.join('').replace(EDGES, '_')}${extension}`;
}

function numbered(name: string, number: number): string {
  const { base, extension } = splitName(name);
  return `${base} (${String(number)})${extension}`;
}

/** Long endings are not extensions. */
function splitName(name: string): { readonly base: string; readonly extension: string } {
  const extension = /(?<=.)\.[^.]{1,16}$/.exec(name)?.[0] ?? '';
  return { base: name.slice(0, name.length - extension.length), extension };
}
