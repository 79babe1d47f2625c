import type { ImageProblem } from '../../listing/fileListing';
import { isFlatKind, type ImageContent } from './imageContent';

/** What a look at an image has found: its content, or why it is damaged. */
export type FoundContent = Exclude<ImageContent, 'damaged'> | ImageProblem;

/** Returns the content of an image. */
export function contentOf(found: FoundContent): ImageContent {
  return found === 'complete' || isFlatKind(found) ? found : 'damaged';
}

/** Returns why an image is damaged; undefined if it is not. */
export function problemIn(found: FoundContent): ImageProblem | undefined {
  return found === 'complete' || isFlatKind(found) ? undefined : found;
}
