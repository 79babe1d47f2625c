import { isUnchanged, type UploadFile } from './upload';

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
 */
export function matchSelection<Candidate extends RechosenFile>(
  interrupted: readonly UploadFile[],
  chosen: readonly Candidate[],
): SelectionMatch<Candidate> {
  const byPath = new Map<string, Candidate[]>();
  for (const candidate of chosen) {
    const alike = byPath.get(pathOf(candidate)) ?? [];
    alike.push(candidate);
    byPath.set(pathOf(candidate), alike);
  }
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

/** Returns the path in NFC: browsers may return a different normalization the second time. */
/** Returns the name of the folder from which all files were chosen; undefined if there is none or more than one. */
export function chosenFolder(files: readonly Pick<RechosenFile, 'webkitRelativePath'>[]): string | undefined {
  const [folder, ...others] = new Set(
    files.map(({ webkitRelativePath: path }) => path.slice(0, path.indexOf('/') + 1)),
  );
  return folder === undefined || folder === '' || others.length > 0 ? undefined : folder.slice(0, -1);
}

function pathOf({ name, webkitRelativePath }: Pick<RechosenFile, 'name' | 'webkitRelativePath'>): string {
  return (webkitRelativePath === '' ? name : webkitRelativePath).normalize('NFC');
}
