import type { ExpectedSum } from './expectedSum';
import { manifestLine } from './manifest';

/** Larger files are not read. A line has about 100 bytes. */
export const CHECKSUM_FILE_MAX_BYTES = 64 * 1024 * 1024;

/** A line of a checksum file. */
interface ChecksumLine extends Pick<ExpectedSum, 'algorithm' | 'value'> {
  /** As the file writes it, unescaped. */
  readonly name: string;
}

/** The content of a checksum file. */
export interface ChecksumFile {
  /** The path of the file itself. */
  readonly path: string;
  readonly lines: readonly ChecksumLine[];
  /** The number of lines in no known form. */
  readonly unread: number;
}

const BAGIT_NAME = /^manifest-/i;

const SUM = String.raw`(?<value>[\da-f]{64}|[\da-f]{32})`;
/** `md5sum` writes a space and either another one or, for binary files, `*`. Other tools write a tab or a single space. */
const GNU = new RegExp(String.raw`^(?<escape>\\?)${SUM}(?: [ *]|\t+\*?| )(?<name>.+)$`, 'i');
const BSD = new RegExp(String.raw`^(?<escape>\\?)(?:MD5|SHA256|SHA2-256) ?\((?<name>.+)\) ?= ?${SUM}$`, 'i');
const ALONE = new RegExp(`^${SUM}$`, 'i');

/**
 * Reads a checksum file: lines of GNU or BSD. A line that has nothing but a checksum is about the file whose name stands before
 * `.md5` or `.sha256`.
 */
export function readChecksumFile(path: string, text: string): ChecksumFile {
  const own = path.slice(path.lastIndexOf('/') + 1);
  const lines: ChecksumLine[] = [];
  let unread = 0;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    if (/^\s*(?:[#;].*)?$/.test(line)) continue;
    const groups = (GNU.exec(line) ?? BSD.exec(line) ?? ALONE.exec(line.trim()))?.groups;
    const { value = '', escape = '', name = own.replace(/\.[^.]*$/, '') } = groups ?? {};
    if (groups === undefined) unread += 1;
    else {
      const unescaped = escape === '' ? (BAGIT_NAME.test(own) ? decodeBagIt(name) : name) : unescapeName(name);
      lines.push({ algorithm: value.length === 32 ? 'md5' : 'sha256', value: value.toLowerCase(), name: unescaped });
    }
  }
  return { path, lines, unread };
}

const UNESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r' };

/** `md5sum` and `sha256sum` write a backslash before a line whose name is escaped. */
function unescapeName(text: string): string {
  return text.replace(/\\([\\nr])/g, (_, letter: string) => UNESCAPED[letter] ?? letter);
}

/** BagIt encodes line ends and `%` (RFC 8493, section 2.1.3). */
function decodeBagIt(name: string): string {
  return name.replace(/%(0a|0d|25)/gi, (encoded) => decodeURIComponent(encoded));
}

/**
 * Returns the lines of some files in the order of the manifest.
 *
 * @param pathOf Returns the path of a file in the new manifest; undefined leaves it out.
 */
export function pickLines(manifest: string, pathOf: (path: string) => string | undefined): string {
  const { lines } = readChecksumFile('', manifest);
  return lines
    .map(({ name, value }) => {
      const picked = pathOf(name);
      return picked === undefined ? '' : manifestLine(value, picked);
    })
    .join('');
}

/** A file on the disk. */
export interface ListedFile {
  readonly id: string;
  /** Below the chosen folder. */
  readonly path: string;
}

/** What checksum files say about the files beside them. */
export interface ChecksumMatches {
  /** By the id of the file. */
  readonly sums: ReadonlyMap<string, readonly ExpectedSum[]>;
  /** The files that are named and not there. */
  readonly missing: readonly MissingFile[];
}

interface MissingFile {
  readonly path: string;
  /** The path of the checksum file. */
  readonly from: string;
}

/** Finds the files that checksum files name. A name is a path below the folder of the checksum file, with either slash. */
export function matchChecksums(files: readonly ListedFile[], lists: readonly ChecksumFile[]): ChecksumMatches {
  const ids = new Map<string, string[]>();
  for (const { id, path } of lists.length === 0 ? [] : files) {
    const place = path.normalize('NFC');
    const known = ids.get(place);
    if (known === undefined) ids.set(place, [id]);
    else known.push(id);
  }
  const sums = new Map<string, ExpectedSum[]>();
  const missing = new Map<string, MissingFile>();
  for (const { path: from, lines } of lists) {
    const folder = from.slice(0, from.lastIndexOf('/') + 1);
    for (const { algorithm, value, name } of lines) {
      const places = possiblePaths(folder, name);
      const found = places.find((place) => ids.has(place));
      if (found === undefined) {
        const path = places[0] ?? name;
        missing.set(path, { path, from });
      }
      for (const id of (found !== undefined && ids.get(found)) || []) addSum(sums, id, { algorithm, value, from });
    }
  }
  return { sums, missing: [...missing.values()] };
}

/** Adds a checksum, unless another file says the same. */
function addSum(sums: Map<string, ExpectedSum[]>, id: string, sum: ExpectedSum): void {
  const known = sums.get(id) ?? [];
  if (!known.some(({ value }) => value === sum.value)) known.push(sum);
  sums.set(id, known);
}

/**
 * Returns the paths that a name may mean, the most literal one first. Of an absolute path, which was valid on another computer, any
 * end may be below the folder.
 */
function possiblePaths(folder: string, name: string): readonly string[] {
  const slashed = name.replaceAll('\\', '/');
  const isAbsolute = /^(?:\/|[a-z]:\/)/i.test(slashed);
  const segments = slashed.split('/').filter((segment) => segment !== '');
  const ends = isAbsolute ? segments.map((_, index) => segments.slice(index).join('/')) : [name, slashed];
  return ends.map((end) => resolvePath(folder + end).normalize('NFC'));
}

function resolvePath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}
