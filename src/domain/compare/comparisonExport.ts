import { joinChunks } from '@data-manager/lib/chunks';
import { BYTE_ORDER_MARK, csvLine, escapeFormula } from '@data-manager/lib/csv';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { COMPARISON_GROUPS, type ComparedFile, type ComparisonGroup, type PendingFile } from './comparedFiles';
import { hashedPercent, type ComparisonResult } from './comparisonResult';
import { GROUP_WORDS } from './comparisonTexts';

const RESULTS: Readonly<Record<ComparisonGroup | 'pending', string>> = { ...GROUP_WORDS, pending: 'not compared yet' };

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
  'server_uploaded_at',
  'server_etag',
  'part_size_bytes',
  'compared_at',
] as const;

/** The text of a result. Formatting a hundred thousand files takes a while, so the caller does it in pieces. */
export interface ComparisonText {
  readonly head: string;
  /** Sorted by key. */
  readonly files: readonly ExportedFile[];
  readonly format: (file: ExportedFile) => string;
  /** Between two files. */
  readonly separator: string;
  readonly tail: string;
}

type ExportedFile = Omit<ComparedFile, 'group'> & { readonly group?: ComparisonGroup };

/**
 * Formats a result as CSV (RFC 4180, UTF-8 with a byte-order mark), one row per file, sorted by key. Times are ISO-8601
 * UTC. An ETag is an MD5, or the multipart form of S3.
 */
export function comparisonCsv(result: ComparisonResult): ComparisonText {
  const comparedAt = isoTime(endOf(result));
  return {
    head: BYTE_ORDER_MARK + csvLine(COLUMNS),
    files: sortedFiles(result),
    format: ({ group, reason = '', key, local, server, localEtag, partSize }) =>
      csvLine([
        RESULTS[group ?? 'pending'],
        reason,
        escapeFormula(key),
        escapeFormula(local?.path ?? ''),
        String(local?.size ?? ''),
        local === undefined ? '' : isoTime(local.lastModified),
        localEtag ?? '',
        String(server?.size ?? ''),
        escapeFormula(server?.modified ?? ''),
        escapeFormula(server?.lastModified ?? ''),
        escapeFormula(server?.etag ?? ''),
        String(partSize ?? ''),
        comparedAt,
      ]),
    separator: '',
    tail: '',
  };
}

/**
 * Formats a result as JSON: what was compared and when, the totals of each group, and all files sorted by key.
 * @param path the path on the server
 */
export function comparisonJson(result: ComparisonResult, path: string): ComparisonText {
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
  return {
    head: `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "files": [\n`,
    files: sortedFiles(result),
    format: ({ group, reason, key, local, server, localEtag, partSize }) => {
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
        server: server && {
          size: server.size,
          modified: server.modified,
          uploaded: server.lastModified,
          etag: server.etag,
        },
        partSize,
      };
      return `    ${JSON.stringify(file)}`;
    },
    separator: ',\n',
    tail: '\n  ]\n}\n',
  };
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

function sortedFiles(result: ComparisonResult): readonly ExportedFile[] {
  const rest = result.phase === 'paused' ? result.rest.map(pendingFile) : [];
  const all: readonly (readonly ExportedFile[])[] = COMPARISON_GROUPS.map((group) => result.groups[group].rows);
  return joinChunks([...all, rest]).toSorted(byKey);
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
