import { BYTE_ORDER_MARK, csvLine, escapeFormula } from '../../lib/csv';
import { sortInPieces, type InPieces } from '../../lib/inPieces';
import { COMPARISON_GROUPS, type ComparedFile, type ComparisonGroup, type PendingFile } from './comparedFiles';
import { hashedPercent, type ComparisonResult } from './comparison';

const RESULTS: Readonly<Record<ComparisonGroup | 'pending', string>> = {
  identical: 'identical',
  different: 'different',
  onlyLocal: 'only in the folder',
  onlyServer: 'only on the server',
  notComparable: 'not comparable',
  pending: 'not compared yet',
};

const COLUMNS = [
  'result',
  'reason',
  'key',
  'folder_path',
  'folder_size_bytes',
  'folder_modified_at',
  'folder_etag',
  'server_size_bytes',
  'server_modified_at',
  'server_etag',
  'part_size_bytes',
  'compared_at',
] as const;

/** Rows formatted before the generator yields. */
const PIECE_SIZE = 500;

type ExportedFile = Omit<ComparedFile, 'group'> & { readonly group?: ComparisonGroup };

/**
 * Formats a result as CSV (RFC 4180, UTF-8 with a byte-order mark), one row per file, sorted by key. Times are ISO-8601
 * UTC. An ETag is an MD5, or the multipart form of S3.
 */
export function* comparisonCsv(result: ComparisonResult): InPieces<string> {
  const comparedAt = isoTime(endOf(result));
  const lines = [BYTE_ORDER_MARK, csvLine(COLUMNS)];
  for (const { group = 'pending', reason = '', key, local, server, localEtag, partSize } of yield* sortedFiles(
    result,
  )) {
    lines.push(
      csvLine([
        RESULTS[group],
        reason,
        escapeFormula(key),
        escapeFormula(local?.path ?? ''),
        String(local?.size ?? ''),
        local === undefined ? '' : isoTime(local.lastModified),
        localEtag ?? '',
        String(server?.size ?? ''),
        escapeFormula(server?.lastModified ?? ''),
        escapeFormula(server?.etag ?? ''),
        String(partSize ?? ''),
        comparedAt,
      ]),
    );
    if (lines.length % PIECE_SIZE === 0) yield;
  }
  return lines.join('');
}

/**
 * Formats a result as JSON: what was compared and when, the totals of each group, and all files sorted by key.
 * @param path the path on the server
 */
export function* comparisonJson(result: ComparisonResult, path: string): InPieces<string> {
  const { groups, startedAt, unreadable, systemFiles } = result;
  const head = {
    path,
    startedAt: isoTime(startedAt),
    endedAt: isoTime(endOf(result)),
    isComplete: result.phase === 'done',
    contentComparedPercent: hashedPercent(result),
    unreadableFilesAndFolders: unreadable,
    ignoredSystemFiles: systemFiles,
    totals: Object.fromEntries(
      COMPARISON_GROUPS.map((group) => [
        RESULTS[group],
        { files: groups[group].rows.length, bytes: groups[group].size },
      ]),
    ),
  };
  const files: string[] = [];
  for (const { group = 'pending', reason, key, local, server, localEtag, partSize } of yield* sortedFiles(result)) {
    const file = {
      result: RESULTS[group],
      reason,
      key,
      folder: local && {
        path: local.path,
        size: local.size,
        lastModified: isoTime(local.lastModified),
        etag: localEtag,
      },
      server: server && { size: server.size, lastModified: server.lastModified, etag: server.etag },
      partSize,
    };
    files.push(`    ${JSON.stringify(file)}`);
    if (files.length % PIECE_SIZE === 0) yield;
  }
  const start = JSON.stringify(head, null, 2).slice(0, -2);
  return `${start},\n  "files": [\n${files.join(',\n')}\n  ]\n}\n`;
}

/** Returns a name such as `comparison-TC042-2030-01-02.csv`, with the date in UTC. */
export function comparisonFileName(path: string, savedAt: number, extension: 'csv' | 'json'): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return `comparison-${name}-${isoTime(savedAt).slice(0, 10)}.${extension}`;
}

/** When the comparison ended or was stopped. */
function endOf(result: ComparisonResult): number {
  if (result.phase === 'done') return result.endedAt;
  return result.phase === 'stopped' ? result.stoppedAt : result.startedAt;
}

function* sortedFiles(result: ComparisonResult): InPieces<readonly ExportedFile[]> {
  const compared: readonly ExportedFile[] = COMPARISON_GROUPS.flatMap((group) => result.groups[group].rows);
  const rest = result.phase === 'stopped' ? result.rest.map(pendingFile) : [];
  return yield* sortInPieces(compared.concat(rest), byKey);
}

function pendingFile({ key, local, server }: PendingFile): ExportedFile {
  return { key, local, server };
}

function byKey(left: ExportedFile, right: ExportedFile): number {
  return left.key < right.key ? -1 : left.key > right.key ? 1 : 0;
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
