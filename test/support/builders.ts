import { newComparison, type Comparison, type ComparisonPhase } from '@data-manager/domain/compare/comparison';
import type { DeploymentConfig } from '@data-manager/domain/deployment/deploymentConfig';
import type { DownloadItem, DownloadPhase } from '@data-manager/domain/downloads/download';
import { newFetch, type FetchPhase, type FolderFetch } from '@data-manager/domain/fetches/folderFetch';
import { newFollow, type Follow, type FollowPhase } from '@data-manager/domain/follow/follow';
import { NOTHING_LISTED, withPage, type FileEntry, type FileListing } from '@data-manager/domain/listing/fileListing';
import type { Dataset } from '@data-manager/domain/metadata/dataset';
import type { Project } from '@data-manager/domain/metadata/project';
import type { SessionOwner } from '@data-manager/domain/session/session';
import type { SavedArchive } from '@data-manager/domain/transfers/archives';
import type { KeptReceipt } from '@data-manager/domain/transfers/receipts';
import type { UploadFile } from '@data-manager/domain/uploads/upload';
import { omit } from '@data-manager/lib/omit';

/** A deployment at `*.test`. */
export function aDeployment(): DeploymentConfig {
  return {
    apiUrl: 'https://api.test/v1',
    loginUrl: 'https://id.test/login',
    logoutUrl: 'https://id.test/logout',
    imagePreviewUrl: 'https://preview.test',
    homeUrl: 'https://www.test/',
  };
}

/** A member of the sponsor `acme`. */
export function anOwner(given: Partial<SessionOwner> = {}): SessionOwner {
  return { sponsorId: 'acme', userId: 'user-1', isAdmin: false, ...given };
}

type DownloadIn<Phase extends DownloadPhase> = Extract<DownloadItem, { readonly phase: Phase }>;

const DOWNLOAD_BASE = {
  id: 'download-1',
  path: 'acme/brains/TC042',
  title: 'TC042',
  zipFileName: 'acme-brains-TC042.zip',
  downsampled: false,
  sponsorId: 'acme',
  userId: 'user-1',
} as const;

const DOWNLOAD_IN: { readonly [Phase in DownloadPhase]: DownloadIn<Phase> } = {
  queued: { ...DOWNLOAD_BASE, phase: 'queued' },
  failed: { ...DOWNLOAD_BASE, phase: 'failed', failure: { kind: 'unreachable' } },
  preparing: { ...DOWNLOAD_BASE, phase: 'preparing', downloadId: 'ref-1' },
  ready: { ...DOWNLOAD_BASE, phase: 'ready', downloadId: 'ref-1', url: 'https://files.test/archive.zip' },
  cancelling: { ...DOWNLOAD_BASE, phase: 'cancelling', downloadId: 'ref-1' },
};

/** A download of a folder. It is queued by default. */
export function aDownload<Phase extends DownloadPhase = 'queued'>(
  given: Partial<DownloadIn<Phase>> & { readonly phase?: Phase } = {},
): DownloadIn<Phase> {
  return { ...DOWNLOAD_IN[given.phase ?? 'queued'], ...given } as DownloadIn<Phase>;
}

/** An archive that the user of `anOwner` has saved. */
export function aSavedArchive(given: Partial<SavedArchive> = {}): SavedArchive {
  const { id, title, zipFileName, sponsorId, userId } = DOWNLOAD_BASE;
  const url = 'https://files.test/archive.zip';
  return { id, title, zipFileName, downloadId: 'ref-1', url, savedAt: 1, sponsorId, userId, ...given };
}

/** A waiting file in the upload queue. */
export function anUploadFile(given: Partial<UploadFile> = {}): UploadFile {
  const name = given.name ?? 'TC042_S000001_L01_ch01.tif';
  return {
    id: 'file-1',
    name,
    size: 1024,
    lastModified: 1_700_000_000_000,
    webkitRelativePath: '',
    key: `acme/brains/TC042/${name}`,
    sponsorId: 'acme',
    userId: 'user-1',
    retries: 0,
    progress: { phase: 'waiting' },
    ...given,
  };
}

/** The stored receipt of a file with one part. */
export function aReceipt(given: Partial<KeptReceipt> = {}): KeptReceipt {
  return {
    id: 'file-1',
    key: 'acme/brains/TC042/TC042_S000001_L01_ch01.tif',
    size: 1024,
    partMd5s: 'a'.repeat(32),
    checksum: `${'b'.repeat(32)}-1`,
    startedAt: Date.UTC(2030, 0, 2, 3, 4, 5),
    endedAt: Date.UTC(2030, 0, 2, 3, 4, 7),
    retries: 0,
    sponsorId: 'acme',
    userId: 'user-1',
    ...given,
  };
}

/** A project of the sponsor `acme`. */
export function aProject(given: Partial<Project> = {}): Project {
  return { sponsorId: 'acme', title: 'brains', projectHash: 'project-1', ...given };
}

/** A dataset with metadata in the project of `aProject`. */
export function aDataset(given: Partial<Dataset> = {}): Dataset {
  return {
    datasetHash: 'dataset-1',
    projectHash: 'project-1',
    dataset: 'TC042',
    description: 'Mouse brain',
    sid: 'acme',
    pixelSize: 1.37,
    physicalSpacing: 50,
    tissueType: 'brain',
    device: 'TC1000',
    physicalSections: 24,
    bitDepth: 16,
    channels: [
      { num: 1, name: 'Channel 1' },
      { num: 2, name: 'Channel 2' },
    ],
    attributes: {},
    createdAt: '2030-01-02T03:04:05Z',
    ...given,
  };
}

/** A project with a dataset, a nested folder, an empty folder and a file, and another project. */
export const PROJECT_ENTRIES: readonly FileEntry[] = [
  { key: 'acme/p/TC042/A_S000010_L01_ch01.tif', size: 10, lastModified: '2024-05-01T00:00:00Z' },
  { key: 'acme/p/TC042/A_S000002_L01_ch01.tif', size: 20, lastModified: '2024-06-01T00:00:00Z' },
  { key: 'acme/p/TC042/raw/deep/notes.txt', size: 5 },
  { key: 'acme/p/empty/', size: 0 },
  { key: 'acme/p/readme.txt', size: 1 },
  { key: 'acme/p/', size: 0 },
  { key: 'acme/other/x.tif', size: 99 },
];

/** A complete listing in one page. */
export function aListing(entries: readonly FileEntry[]): FileListing {
  return withPage(NOTHING_LISTED, [[...entries]], undefined);
}

type FetchIn<Phase extends FetchPhase> = Extract<FolderFetch, { readonly phase: Phase }>;

/** A fetch of three files of ten bytes. It is queued by default. */
export function aFetch<Phase extends FetchPhase = 'queued'>(
  given: Partial<FetchIn<Phase>> & { readonly phase?: Phase } = {},
): FetchIn<Phase> {
  const files = ['a', 'b', 'c'].map((name) => ({
    key: `acme/brains/TC042/${name}.tif`,
    path: `TC042/${name}.tif`,
    size: 10,
    etag: '0123456789abcdef0123456789abcdef',
  }));
  const plan = { id: 'fetch-1', title: 'TC042', folderId: 'folder-1', folderName: 'Disk', files: [files] };
  return { ...newFetch(plan, anOwner()), ...given } as FetchIn<Phase>;
}

type ComparisonIn<Phase extends ComparisonPhase> = Extract<Comparison, { readonly phase: Phase }>;

const COMPARISON_PROGRESS = {
  startedAt: 1,
  systemFiles: 0,
  counts: { identical: 3, different: 1, onlyLocal: 0, onlyServer: 0, notComparable: 0 },
  toHash: 8,
  hashed: 4,
  bytesToHash: 80,
  bytesHashed: 40,
};

/** The properties that a comparison has only in some phases. */
const COMPARISON_PHASES: Readonly<Record<ComparisonPhase, object>> = {
  reading: {},
  matching: {},
  failed: { failure: { kind: 'refused', status: 400, message: 'The server is busy.' } },
  hashing: COMPARISON_PROGRESS,
  paused: { ...COMPARISON_PROGRESS, pausedAt: 2 },
  done: { ...COMPARISON_PROGRESS, hashed: 8, bytesHashed: 80, endedAt: 3 },
};

/** A comparison of the folder `Disk` with a dataset. Half of its contents are hashed by default. */
export function aComparison<Phase extends ComparisonPhase = 'hashing'>(
  given: Partial<ComparisonIn<Phase>> & { readonly phase?: Phase } = {},
): ComparisonIn<Phase> {
  const path = 'acme/brains/TC042';
  const phase = given.phase ?? 'hashing';
  const requested = { id: 'comparison-1', path, rootPath: path, folderName: 'Disk', folderId: 'folder-1' };
  const folder = { ...newComparison(requested, anOwner()), found: 10 };
  return { ...folder, ...COMPARISON_PHASES[phase], ...given, phase } as unknown as ComparisonIn<Phase>;
}

type FollowIn<Phase extends FollowPhase> = Extract<Follow, { readonly phase: Phase }>;

/** The properties that a follow has only in some phases. */
const FOLLOW_PHASES: Readonly<Record<FollowPhase, object>> = {
  following: { growing: 0, isIdle: false },
  waiting: { isStopping: false, isIdle: false },
  stopping: {},
  ended: {},
};

/** A folder that is followed into the dataset `brains/TC042`. */
export function aFollow<Phase extends FollowPhase = 'following'>(
  given: Partial<FollowIn<Phase>> & { readonly phase?: Phase } = {},
): FollowIn<Phase> {
  const plan = { id: 'follow-1', title: 'TC042', folderId: 'folder-1', folderName: 'Scan', keyPrefix: 'brains/TC042' };
  const follow = newFollow({ ...plan, images: [], startedAt: 0 }, anOwner());
  const inPhase = FOLLOW_PHASES[given.phase ?? 'following'];
  return { ...omit(follow, 'growing', 'isIdle'), ...inPhase, ...given } as FollowIn<Phase>;
}
