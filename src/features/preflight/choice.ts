import { INVALID_FILE_NAME, INVALID_TOTAL_SECTIONS, parseFileName } from '../../domain/fileName';
import { uploadKey, uploadName } from '../../domain/uploadKey';

/** A file as it was chosen, before anything is sent. */
export interface ChosenRow {
  /** Unique in this choice. */
  readonly id: string;
  readonly file: File;
  /** Path with the folder in which it was chosen; empty for a file that was chosen alone. */
  readonly relativePath: string;
  /** The name that the person gave it instead of its own. */
  readonly newName?: string;
}

/** A row with the key that it will get, and what is wrong with it. */
export interface CheckedRow extends ChosenRow {
  readonly key: string;
  /** In words; undefined for a row that can be sent. */
  readonly problem: string | undefined;
}

/** Where the files go. */
interface UploadTarget {
  readonly sponsorId: string;
  /** `{project}` or `{project}/{dataset}`. */
  readonly keyPrefix: string;
}

/** Shown for rows whose files would overwrite each other. */
const SAME_KEY = 'Another chosen file gets the same key';

/** The name under which a row's file is stored. */
export function nameOf(row: ChosenRow): string {
  return row.newName ?? row.file.name;
}

/**
 * Gives each row its key and says what is wrong with it: the grammar of names, the number of sections (where it is
 * known), keys that occur twice.
 */
export function checkRows(
  rows: readonly ChosenRow[],
  target: UploadTarget,
  totalSections: number | undefined,
): readonly CheckedRow[] {
  const keyed = rows.map((row) => ({ ...row, key: keyOf(row, target) }));
  const seen = new Map<string, number>();
  for (const { key } of keyed) seen.set(key, (seen.get(key) ?? 0) + 1);
  return keyed.map((row) => ({
    ...row,
    problem: nameProblem(nameOf(row), totalSections) ?? ((seen.get(row.key) ?? 0) > 1 ? SAME_KEY : undefined),
  }));
}

/** What is wrong with a file's name, in the specification's words. Mosaic files are text and named by the microscope. */
function nameProblem(name: string, totalSections: number | undefined): string | undefined {
  if (/^mosaic[^/\\]*\.txt$/i.test(name)) return undefined;
  const parsed = parseFileName(name);
  if (!parsed.ok) return INVALID_FILE_NAME;
  return totalSections !== undefined && parsed.value.section > totalSections ? INVALID_TOTAL_SECTIONS : undefined;
}

/** Files that operating systems leave in folders; nobody means to upload them. */
export function isSystemFile(path: string): boolean {
  const segments = path.split('/');
  const name = segments.at(-1) ?? '';
  return (
    /^(\.DS_Store|\._.*|\.localized|Thumbs\.db|ehthumbs\.db|desktop\.ini)$/i.test(name) ||
    segments.some((segment) => /^(__MACOSX|\.Spotlight-V100|\.Trashes|\.fseventsd|\$RECYCLE\.BIN)$/i.test(segment))
  );
}

function keyOf(row: ChosenRow, { sponsorId, keyPrefix }: UploadTarget): string {
  const named = {
    name: row.file.name,
    webkitRelativePath: row.relativePath,
    ...(row.newName !== undefined && { newName: row.newName }),
  };
  return uploadKey(sponsorId, keyPrefix, uploadName(named, keyPrefix));
}
