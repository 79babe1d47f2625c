import type { Archive } from '../database/jobs/archives';

/** The progress of a job. */
export interface ZipProgress extends Pick<
  Archive,
  'ref' | 'status' | 'zipFileName' | 'totalFiles' | 'msg' | 'archiveId'
> {
  /** Bytes in the archive so far. */
  readonly completedSize: number;
  /**
   * Bytes in the complete archive. Of downsampled images it is estimated until the archive is complete, and undefined before
   * the first image.
   */
  readonly totalSize: number | undefined;
}

/** Returns the progress of the job that prepares an archive. */
export function toProgress(archive: Archive): ZipProgress {
  return { ...archive, ...sizesOf(archive) };
}

/** The progress of originals is measured in their bytes, which an archive stores unchanged. */
function sizesOf(archive: Archive): Pick<ZipProgress, 'completedSize' | 'totalSize'> {
  const { status, onlyDownSamples, totalSize, bytesRead, downsampledSize, archiveSize } = archive;
  const isDone = status === 'COMPLETED';
  if (!onlyDownSamples) {
    return { completedSize: isDone ? totalSize : Math.min(bytesRead, totalSize), totalSize };
  }
  if (isDone && archiveSize !== undefined) return { completedSize: archiveSize, totalSize: archiveSize };
  const estimate = Math.round((downsampledSize * totalSize) / Math.max(1, bytesRead));
  return {
    completedSize: downsampledSize,
    totalSize: downsampledSize === 0 ? undefined : Math.max(downsampledSize, estimate),
  };
}
