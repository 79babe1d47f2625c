import { open, type FileHandle } from 'node:fs/promises';

/** Reads `length` bytes from a position, or fewer at the end. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>;

/** Runs a task that reads parts of a file. */
export async function readFileAt<Result>(
  path: string,
  task: (readAt: ReadAt, file: FileHandle) => Promise<Result>,
): Promise<Result> {
  const file = await open(path);
  try {
    return await task(async (position, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    }, file);
  } finally {
    await file.close();
  }
}
