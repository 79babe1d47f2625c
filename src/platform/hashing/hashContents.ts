import type { ComparedFile, PendingFile } from '@data-manager/domain/compare/comparedFiles';
import {
  contentBlocks,
  contentEtag,
  contentVerdict,
  type ContentBlock,
  type ContentVerdict,
} from '@data-manager/domain/transfers/contentCheck';
import type { Ports } from '../ports';
import type { FoundFile } from '../reading/readFiles';

/** Blocks requested at a time. Twice the workers, so that none of them waits for its next block. */
const BLOCKS_AT_ONCE = 4;
/** Interval at which progress is reported. */
const PROGRESS_MS = 500;

/** MD5s of the blocks of a file; undefined for blocks that have not been hashed. */
type BlockMd5s = (string | undefined)[];

/** The MD5s of chosen files, by file and part size. */
export type KnownMd5s = Map<string, BlockMd5s>;

/** A file whose content is being compared. */
export interface HashJob {
  readonly pending: PendingFile;
  readonly file: File;
  readonly known: KnownMd5s;
  /** Position in the part sizes of the check. */
  candidate: number;
  blocks: readonly ContentBlock[];
  md5s: BlockMd5s;
  /** The first block that has not been requested. */
  nextBlock: number;
  /** True once the result of the file is known. */
  isSettled: boolean;
}

/** Prepares the files to hash. Blocks whose MD5 is known are not read again. */
export function createHashJobs(
  pending: readonly PendingFile[],
  files: readonly FoundFile[],
  known: KnownMd5s,
): readonly HashJob[] {
  const jobs: HashJob[] = [];
  for (const one of pending) {
    const file = files[one.local.index]?.file;
    if (file === undefined) continue;
    const job = { pending: one, file, known, candidate: 0, blocks: [], md5s: [], nextBlock: 0, isSettled: false };
    setCandidate(job, 0);
    jobs.push(job);
  }
  return jobs;
}

function setCandidate(job: HashJob, candidate: number): void {
  const { local } = job.pending;
  const partSize = partSizeOf(job.pending, candidate);
  const id = knownKey(local.index, partSize);
  job.candidate = candidate;
  job.blocks = contentBlocks(local.size, partSize);
  job.md5s = job.known.get(id) ?? Array.from({ length: job.blocks.length }, () => undefined);
  job.nextBlock = 0;
  job.known.set(id, job.md5s);
}

function partSizeOf({ local, check }: PendingFile, candidate: number): number {
  return check.partSizes[candidate] ?? Math.max(1, local.size);
}

/** Returns the key of the MD5s of a file in blocks of this size. */
export function knownKey(file: number, partSize: number): string {
  return `${file}/${partSize}`;
}

/** Returns the number of bytes whose MD5s are known. */
export function countHashed(jobs: readonly HashJob[]): number {
  let bytes = 0;
  for (const { blocks, md5s } of jobs) {
    for (const [index, { start, end }] of blocks.entries()) if (md5s[index] !== undefined) bytes += end - start;
  }
  return bytes;
}

function isHashed({ md5s }: HashJob): boolean {
  return !md5s.includes(undefined);
}

/** The progress since the last report. */
export interface HashProgress {
  readonly rows: readonly ComparedFile[];
  readonly bytesHashed: number;
  /** Bytes to read again with another part size, or negative for bytes that no longer have to be read. */
  readonly bytesAdded: number;
  readonly blocks: readonly HashedBlock[];
}

/** A block of a chosen file that was hashed. */
export interface HashedBlock {
  /** Position among the chosen files. */
  readonly file: number;
  /** Size of the blocks. */
  readonly partSize: number;
  /** Position of the block in the file. */
  readonly block: number;
  readonly md5: string;
}

const RESULTS: Readonly<Record<ContentVerdict, Pick<ComparedFile, 'group' | 'reason'>>> = {
  identical: { group: 'identical' },
  different: { group: 'different', reason: 'content' },
  unknown: { group: 'notComparable', reason: 'part-size' },
};

/** A block to hash; without a block, all MD5s of the file are known. */
interface HashTask {
  readonly job: HashJob;
  readonly index: number;
  readonly block: ContentBlock | undefined;
}

/**
 * Hashes the files, several blocks at a time, and settles each file as soon as its blocks are hashed. A file that matches
 * no part size is read once for each of them.
 *
 * @param onProgress called a few times per second, at the end, and when the signal is aborted
 * @returns `unavailable` if the code that hashes could not be loaded
 */
export async function hashContents(
  jobs: readonly HashJob[],
  { clock, hashPart, probeFile }: Pick<Ports, 'clock' | 'hashPart' | 'probeFile'>,
  signal: AbortSignal,
  onProgress: (progress: HashProgress) => void,
): Promise<'done' | 'unavailable'> {
  let rows: ComparedFile[] = [];
  let blocks: HashedBlock[] = [];
  let bytesHashed = 0;
  let bytesAdded = 0;
  let reportedAt = clock.elapsed();
  /** An object, because its value changes while the workers are awaited. */
  const code = { isUnavailable: false };
  let nextJob = 0;
  let current: HashJob | undefined;
  /** Files to read again with another part size. */
  const again: HashJob[] = [];

  const report = (): void => {
    reportedAt = clock.elapsed();
    if (rows.length > 0 || bytesHashed !== 0 || bytesAdded !== 0) onProgress({ rows, bytesHashed, bytesAdded, blocks });
    rows = [];
    blocks = [];
    bytesHashed = 0;
    bytesAdded = 0;
  };

  const settle = (job: HashJob, result: Pick<ComparedFile, 'group' | 'reason' | 'localEtag'>): void => {
    if (job.isSettled || signal.aborted) return;
    job.isSettled = true;
    const { key, local, server, check } = job.pending;
    const partSize = job.blocks.length > 1 ? check.partSizes[job.candidate] : undefined;
    rows.push({ key, local, server, ...result, ...(partSize !== undefined && { partSize }) });
    bytesAdded -= local.size - countHashed([job]);
  };

  const conclude = (job: HashJob): void => {
    const { check, local } = job.pending;
    const md5s = job.md5s.filter((md5) => md5 !== undefined);
    const verdict = contentVerdict(check, [md5s]);
    if (verdict === 'identical' || job.candidate + 1 >= check.partSizes.length) {
      settle(job, { ...RESULTS[verdict], localEtag: contentEtag(check, md5s) });
      return;
    }
    setCandidate(job, job.candidate + 1);
    // Each block must be requested only once.
    if (current === job) current = undefined;
    bytesAdded += local.size;
    bytesHashed += countHashed([job]);
    if (isHashed(job)) conclude(job);
    else again.push(job);
  };

  const nextTask = (): HashTask | undefined => {
    for (;;) {
      if (current === undefined) {
        current = again.pop() ?? jobs[nextJob++];
        if (current === undefined) return undefined;
        current.nextBlock = isHashed(current) ? current.blocks.length : 0;
        if (current.nextBlock > 0) return { job: current, index: 0, block: undefined };
      }
      const job = current;
      while (!job.isSettled && job.nextBlock < job.blocks.length) {
        const index = job.nextBlock++;
        if (job.md5s[index] === undefined) return { job, index, block: job.blocks[index] };
      }
      current = undefined;
    }
  };

  /** Settles a file that can't be read or, if its blocks were read earlier, checks that it has not changed since. */
  const probe = async (job: HashJob, start: number, ifReadable: () => void): Promise<void> => {
    const found = await probeFile(job.file.slice(start, start + 1));
    if (found !== 'readable') settle(job, { group: 'notComparable', reason: found === 'missing' ? 'gone' : found });
    else if (!signal.aborted) ifReadable();
  };

  const hash = async ({ job, index, block }: HashTask): Promise<void> => {
    if (block === undefined) {
      await probe(job, 0, () => conclude(job));
      return;
    }
    const { start, end } = block;
    const result = await hashPart(job.file.slice(start, end), signal, [], 'comparisons');
    if (signal.aborted || job.isSettled) return;
    switch (result.kind) {
      case 'hashed':
        if (result.bytes !== end - start) settle(job, { group: 'notComparable', reason: 'changed' });
        else {
          job.md5s[index] = result.md5;
          const partSize = partSizeOf(job.pending, job.candidate);
          blocks.push({ file: job.pending.local.index, partSize, block: index, md5: result.md5 });
          bytesHashed += result.bytes;
          if (isHashed(job)) conclude(job);
        }
        return;
      case 'unreadable':
        await probe(job, start, () => settle(job, { group: 'notComparable', reason: 'unreadable' }));
        return;
      case 'stalled':
        settle(job, { group: 'notComparable', reason: 'stalled' });
        return;
      case 'unavailable':
        code.isUnavailable = true;
        return;
      case 'aborted':
    }
  };

  const work = async (): Promise<void> => {
    for (;;) {
      const task = signal.aborted || code.isUnavailable ? undefined : nextTask();
      if (task === undefined) return;
      await hash(task);
      if (!signal.aborted && clock.elapsed() - reportedAt >= PROGRESS_MS) report();
    }
  };

  signal.addEventListener('abort', report, { once: true });
  await Promise.all(Array.from({ length: BLOCKS_AT_ONCE }, work));
  signal.removeEventListener('abort', report);
  if (!signal.aborted) report();
  return code.isUnavailable ? 'unavailable' : 'done';
}
