import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { HttpError } from '../common/errors';
import type { Environment } from '../environment/environment';
import type { TiledImage } from './buildTiles';
import type { ImageRequest, ImageResponse } from './imageReader';
import type { Preview, UnreadableImage, WantedPreview } from './renderPreview';
import { reservedForCode } from './reservedForCode';

/** The program of the processes, `imageWorker.ts`, and the options with which Node.js runs it. */
interface Program {
  readonly path: string;
  readonly nodeOptions?: readonly string[];
}

/** An image that can't be read within the limits. */
export class ImageLimitError extends HttpError {
  constructor(limit: string) {
    super(415, `The image needs more than ${limit} to be read.`, 'IMAGE_TOO_LARGE');
  }
}

/**
 * Reads users' images, which can be malicious, in processes of their own.
 *
 * Problem: a small file can decode to gigabytes or for minutes, and can crash its decoder. A thread can't be ended while native
 * code runs, the memory of libvips doesn't count towards its limits, and a crash ends the server.
 * Idea: one image at a time in each process, which is killed when it takes too long. On Linux, the kernel limits its memory.
 * Cost: starting a process takes a fifth of a second, and an idle one, which is kept for five minutes, takes 100 MB.
 */
export type ImageWorkers = ReturnType<typeof createImageWorkers>;

/** How long an idle process is kept: starting one takes a fifth of a second. */
const KEEP_IDLE_MS = 5 * 60 * 1_000;

const MB = 1024 * 1024;

/** Creates a pool of processes, one for each concurrent request. Callers limit their number. */
export function createImageWorkers(
  { path, nodeOptions = process.execArgv }: Program,
  { previewSeconds, tileSeconds, memoryMb }: Environment['imageLimits'],
) {
  const all = new Set<ChildProcess>();
  const idle: ChildProcess[] = [];
  const limitBytes = memoryMb * MB + reservedForCode();

  function start(): ChildProcess {
    const command = [process.execPath, ...nodeOptions, path];
    const [file = '', ...args] = process.platform === 'linux' ? withMemoryLimit(command, limitBytes) : command;
    // Does not pass on the secrets in the server's environment, and ignores output such as crash messages.
    const { PATH, NODE_OPTIONS } = process.env;
    const child = spawn(file, args, {
      env: { PATH, NODE_OPTIONS },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    all.add(child);
    child.once('exit', () => {
      all.delete(child);
      remove(child);
    });
    child.on('error', () => child.kill('SIGKILL'));
    preferServer(child);
    return child;
  }

  function remove(child: ChildProcess): void {
    const index = idle.indexOf(child);
    if (index >= 0) idle.splice(index, 1);
  }

  function release(child: ChildProcess): void {
    if (!child.connected) return;
    idle.push(child);
    child.unref();
    child.channel?.unref();
    const timer = setTimeout(() => {
      if (idle.includes(child)) child.kill('SIGKILL');
    }, KEEP_IDLE_MS);
    timer.unref();
  }

  async function run(request: ImageRequest, seconds: number, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    const child = idle.pop() ?? start();
    child.ref();
    child.channel?.ref();
    const limit = AbortSignal.timeout(seconds * 1_000);
    const stop = signal === undefined ? limit : AbortSignal.any([limit, signal]);
    const kill = (): void => void child.kill('SIGKILL');
    stop.addEventListener('abort', kill);
    try {
      const response = await responseTo(child, request);
      if (response === undefined || ('isOutOfMemory' in response && response.isOutOfMemory)) {
        kill();
        signal?.throwIfAborted();
        throw new ImageLimitError(limit.aborted ? `${String(seconds)} seconds` : `${String(memoryMb)} MB of memory`);
      }
      release(child);
      if ('value' in response) return response.value;
      throw Object.assign(new Error(response.message), response.code !== undefined && { code: response.code });
    } finally {
      stop.removeEventListener('abort', kill);
    }
  }

  return {
    /** Renders a preview of an image file. */
    render: (image: string, wanted: WantedPreview) =>
      run({ kind: 'render', path: image, wanted }, previewSeconds) as Promise<Preview | UnreadableImage>,
    /** Builds the tiles of an image file in a new folder; undefined if the file is not a readable image. */
    tile: (image: string, target: string, signal: AbortSignal) =>
      run({ kind: 'tile', path: image, target }, tileSeconds, signal) as Promise<TiledImage | undefined>,
    async close() {
      const ended = [...all].map((child) => once(child, 'exit'));
      for (const child of all) child.kill('SIGKILL');
      await Promise.all(ended);
    },
  };
}

/** Resolves to undefined if the process ends without a response. */
async function responseTo(child: ChildProcess, request: ImageRequest): Promise<ImageResponse | undefined> {
  const listening = new AbortController();
  const { signal } = listening;
  try {
    const response = once(child, 'message', { signal }) as Promise<[ImageResponse]>;
    const ended = once(child, 'exit', { signal }).then(() => undefined);
    child.send(request);
    return (await Promise.race([response, ended]))?.[0];
  } catch (error) {
    // The process has ended before.
    if (!child.connected) return undefined;
    throw error;
  } finally {
    listening.abort();
  }
}

/**
 * Returns a command that runs another with a memory limit, and as the first process that the kernel kills if memory
 * runs out.
 */
function withMemoryLimit(command: readonly string[], bytes: number): string[] {
  const script = 'ulimit -d "$0"; echo 1000 2>/dev/null >/proc/self/oom_score_adj; exec "$@"';
  return ['/bin/sh', '-c', script, String(Math.floor(bytes / 1_024)), ...command];
}

/** Lowers the priority of a process, so that the server stays responsive while images are decoded. */
function preferServer({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended, or the system does not allow it.
  }
}
