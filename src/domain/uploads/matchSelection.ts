import { isUnchanged, type UploadFile } from './upload';

/** A file that a person chose again, to go on with an interrupted upload. */
export interface RechosenFile {
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
  readonly webkitRelativePath: string;
}

/** What a selection means for an interrupted upload. */
export interface SelectionMatch<Candidate extends RechosenFile> {
  /** The upload of a file goes on with the file that was chosen. */
  readonly matched: readonly { readonly file: UploadFile; readonly candidate: Candidate }[];
  /** What was chosen under the path of these has another size or another time. */
  readonly changed: readonly UploadFile[];
  /** Nothing was chosen under the path of these. */
  readonly missing: readonly UploadFile[];
  /** Chosen, but no part of the upload. */
  readonly foreign: readonly Candidate[];
}

/**
 * Finds the files of an interrupted upload among what was chosen again: by relative path (by name where there was none),
 * size and time, all of them. Nothing less will do: parts of two files would make one that never was.
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
  // Two files of one name, from two folders: one that is the other of the two has not changed.
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

/** Where a file was found, in NFC: a browser may give a name in another form the second time. */
function pathOf({ name, webkitRelativePath }: Pick<RechosenFile, 'name' | 'webkitRelativePath'>): string {
  return (webkitRelativePath === '' ? name : webkitRelativePath).normalize('NFC');
}
