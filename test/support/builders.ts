import type { DeploymentConfig } from '../../src/domain/deployment/deploymentConfig';
import type { DownloadItem, DownloadPhase } from '../../src/domain/downloads/download';
import type { Dataset } from '../../src/domain/metadata/dataset';
import type { Project } from '../../src/domain/metadata/project';
import type { SessionOwner } from '../../src/domain/session/session';
import type { KeptReceipt } from '../../src/domain/transfers/receipts';
import type { UploadFile } from '../../src/domain/uploads/upload';

/** Addresses of a deployment at `*.test`. */
export function aDeployment(given: Partial<DeploymentConfig> = {}): DeploymentConfig {
  return {
    apiUrl: 'https://api.test/v1',
    loginUrl: 'https://id.test/login',
    logoutUrl: 'https://id.test/logout',
    imagePreviewUrl: 'https://preview.test',
    homeUrl: 'https://www.test/',
    ...given,
  };
}

/** The sponsor `acme`'s member. */
export function anOwner(given: Partial<SessionOwner> = {}): SessionOwner {
  return { sponsorId: 'acme', userId: 'user-1', isAdmin: false, ...given };
}

/** A download of a folder in the asked phase. */
export function aDownload({
  phase = 'queued',
  ...given
}: Partial<DownloadItem> & { readonly phase?: DownloadPhase } = {}): DownloadItem {
  return {
    id: 'download-1',
    path: 'acme/brains/TC042',
    title: 'TC042',
    zipFileName: 'acme-brains-TC042.zip',
    downsampled: false,
    sponsorId: 'acme',
    userId: 'user-1',
    ...(phase === 'failed' ? { failure: { kind: 'unreachable' } } : {}),
    ...(phase === 'preparing' || phase === 'ready' ? { downloadId: 'ref-1' } : {}),
    ...(phase === 'ready' ? { url: 'https://files.test/archive.zip' } : {}),
    ...given,
  };
}

/** A waiting file of the upload queue. */
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

/** The receipt of a file of one part, as the browser keeps it. */
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

/** A described dataset in the project of `aProject`. */
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
