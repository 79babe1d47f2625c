import { BYTE_ORDER_MARK, csvLine, escapeFormula } from '../../lib/csv';
import { sortInPieces, type InPieces } from '../../lib/inPieces';
import { lastSegment } from '../../lib/lastSegment';
import { COMPARISON_GROUPS, type ComparedFile, type ComparisonGroup, type PendingFile } from './comparedFiles';
import { hashedPercent, type ComparisonResult } from './comparisonResult';

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

/** Rows of a piece of text. Formatted in a millisecond or two. */
const PIECE_SIZE = 500;

type ExportedFile = Omit<ComparedFile, 'group'> & { readonly group?: ComparisonGroup };

/**
 * Formats a result as CSV (RFC 4180, UTF-8 with a byte-order mark), one row per file, sorted by key. Times are ISO-8601
 * UTC. An ETag is an MD5, or the multipart form of S3.
 * @returns pieces of the text
 */
export function* comparisonCsv(result: ComparisonResult): InPieces<readonly string[]> {
  const comparedAt = isoTime(endOf(result));
  const rows = yield* formatRows(
    yield* sortedFiles(result),
    ({ group, reason = '', key, local, server, localEtag, partSize }) =>
      csvLine([
        RESULTS[group ?? 'pending'],
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
  return [BYTE_ORDER_MARK, csvLine(COLUMNS), ...rows];
}

/**
 * Formats a result as JSON: what was compared and when, the totals of each group, and all files sorted by key.
 * @param path the path on the server
 * @returns pieces of the text
 */
export function* comparisonJson(result: ComparisonResult, path: string): InPieces<readonly string[]> {
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
  let separator = '\n';
  const rows = yield* formatRows(
    yield* sortedFiles(result),
    ({ group, reason, key, local, server, localEtag, partSize }) => {
      const file = {
        result: RESULTS[group ?? 'pending'],
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
      const text = `${separator}    ${JSON.stringify(file)}`;
      separator = ',\n';
      return text;
    },
  );
  return [`${JSON.stringify(head, null, 2).slice(0, -2)},\n  "files": [`, ...rows, '\n  ]\n}\n'];
}

function* formatRows(
  files: readonly ExportedFile[],
  format: (file: ExportedFile) => string,
): InPieces<readonly string[]> {
  const pieces: string[] = [];
  for (let start = 0; start < files.length; start += PIECE_SIZE) {
    pieces.push(
      files
        .slice(start, start + PIECE_SIZE)
        .map(format)
        .join(''),
    );
    yield;
  }
  return pieces;
}

/** Returns a name such as `comparison-TC042-2030-01-02.csv`, with the date in UTC. */
export function comparisonFileName(path: string, savedAt: number, extension: 'csv' | 'json'): string {
  const name = lastSegment(path);
  return `comparison-${name}-${isoTime(savedAt).slice(0, 10)}.${extension}`;
}

/** Returns when the comparison ended or was paused. */
function endOf(result: ComparisonResult): number {
  if (result.phase === 'done') return result.endedAt;
  return result.phase === 'paused' ? result.pausedAt : result.startedAt;
}

function* sortedFiles(result: ComparisonResult): InPieces<readonly ExportedFile[]> {
  const files: ExportedFile[] = [];
  const rest = result.phase === 'paused' ? result.rest.map(pendingFile) : [];
  for (const rows of [...COMPARISON_GROUPS.map((group) => result.groups[group].rows), rest]) {
    for (const row of rows) {
      files.push(row);
      if (files.length % PIECE_SIZE === 0) yield;
    }
  }
  return yield* sortInPieces(files, byKey);
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
