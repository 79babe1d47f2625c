import { groupBy } from '@data-manager/lib/groupBy';
import { pick } from '@data-manager/lib/pick';
import { isUnchanged, sessionOf, type UploadFile } from './upload';

/** A file that the user chose again to resume an interrupted upload. */
export interface RechosenFile {
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
  readonly webkitRelativePath: string;
}

/** The result of matching a selection with an interrupted upload. */
export interface SelectionMatch<Candidate extends RechosenFile> {
  /** Files that can be resumed with a chosen file. */
  readonly matched: readonly { readonly file: UploadFile; readonly candidate: Candidate }[];
  /** Files for which a file of the same path but another size or time was chosen. */
  readonly changed: readonly UploadFile[];
  /** Files for which no file of the same path was chosen. */
  readonly missing: readonly UploadFile[];
  /** Chosen files that are not part of the upload. */
  readonly foreign: readonly Candidate[];
}

/**
 * Matches interrupted and chosen files by relative path (or name if there is none), size and modification time. All three
 * must be equal, because parts of two different files would make a corrupt one.
 *
 * @param elsewhere members with the ids of files that other computers have begun: their keys are matched instead of their paths
 */
export function matchSelection<Candidate extends RechosenFile>(
  begun: readonly UploadFile[],
  chosen: readonly Candidate[],
  elsewhere: Readonly<Record<string, unknown>> = {},
): SelectionMatch<Candidate> {
  const interrupted = begun.map((file) => (file.id in elsewhere ? atChosenPath(file, chosen) : file));
  const byPath = groupBy(chosen, pathOf);
  const matched: { file: UploadFile; candidate: Candidate }[] = [];
  const others: UploadFile[] = [];
  const used = new Set<Candidate>();
  for (const file of interrupted) {
    const candidate = byPath.get(pathOf(file))?.find((one) => isUnchanged(file, one));
    if (candidate === undefined) others.push(file);
    else {
      used.add(candidate);
      matched.push({ file, candidate });
    }
  }
  // Two files from different folders may share a name; a candidate matched to one does not make the other changed.
  const isChanged = (file: UploadFile): boolean =>
    byPath.get(pathOf(file))?.some((candidate) => !used.has(candidate)) === true;
  const paths = new Set(interrupted.map(pathOf));
  return {
    matched,
    changed: others.filter(isChanged),
    missing: others.filter((file) => !isChanged(file)),
    foreign: chosen.filter((candidate) => !paths.has(pathOf(candidate))),
  };
}

/** Returns one upload per file: the upload with the most parts. Choosing a folder again begins second uploads of its files. */
export function mostSent<Match extends { readonly file: UploadFile }>(matched: readonly Match[]): readonly Match[] {
  const byKey = new Map<string, Match>();
  for (const match of matched) {
    const other = byKey.get(match.file.key);
    if (other === undefined || sentParts(match) > sentParts(other)) byKey.set(match.file.key, match);
  }
  return [...byKey.values()];
}

function sentParts({ file }: { readonly file: UploadFile }): number {
  return sessionOf(file)?.parts.length ?? 0;
}

/**
 * Gives an upload that another computer has begun the path of the chosen file that its key names. A file that was renamed for the
 * upload is not found.
 */
function atChosenPath(file: UploadFile, chosen: readonly RechosenFile[]): UploadFile {
  const key = `/${file.key}`.normalize('NFC');
  const found = chosen.find((one) => one.size === file.size && key.endsWith(`/${pathOf(one)}`));
  if (found === undefined) return file;
  const lastModified = file.lastModified || found.lastModified;
  return { ...file, ...pick(found, 'name', 'webkitRelativePath'), lastModified };
}

/** Returns the name of the folder from which all files were chosen; undefined if there is none or more than one. */
export function chosenFolder(files: readonly Pick<RechosenFile, 'webkitRelativePath'>[]): string | undefined {
  const [folder, ...others] = new Set(
    files.map(({ webkitRelativePath: path }) => path.slice(0, path.indexOf('/') + 1)),
  );
  return folder === undefined || folder === '' || others.length > 0 ? undefined : folder.slice(0, -1);
}

/** Returns the path in NFC: browsers may return a different normalization the second time. */
function pathOf({ name, webkitRelativePath }: Pick<RechosenFile, 'name' | 'webkitRelativePath'>): string {
  return (webkitRelativePath === '' ? name : webkitRelativePath).normalize('NFC');
}
