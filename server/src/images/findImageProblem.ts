import type { ImageProblem } from '@data-manager/domain/listing/fileListing';
import { readImageProblem } from '@data-manager/domain/pictures/check/imageProblem';
import { readFileAt, type ReadAt } from '../disk/readFile';

/** Finds out whether a stored TIFF is complete. Returns undefined if no problem was found. */
export async function findImageProblem(readAt: ReadAt, size: number): Promise<ImageProblem | undefined> {
  const reader = readImageProblem(size);
  let step = reader.next();
  while (step.done !== true) {
    const { start, end } = step.value;
    step = reader.next(await readAt(start, end - start));
  }
  return step.value;
}

/** Finds out whether a local file is a complete TIFF. */
export function findProblemOfFile(path: string): Promise<ImageProblem | undefined> {
  return readFileAt(path, async (readAt, file) => findImageProblem(readAt, (await file.stat()).size));
}
