import { belongsTo } from '../session/session';
import { nextUpload, type UploadFile } from '../uploads/upload';
import { isFollowActive, isStopping, placeOfFollow, type Follow } from './follow';
import { areImagesComplete, imageOfKey, withImage } from './images';

/** Returns true if a key is below the destination of a follow. */
function isFollowed(follow: Pick<Follow, 'sponsorId' | 'keyPrefix'>, key: string): boolean {
  return key.startsWith(`${placeOfFollow(follow)}/`);
}

/**
 * Returns true if a file that is being completed is the last one of an upload. Usually, this is the case if the user
 * has no other waiting file. While a folder is followed into the file's dataset, more files may arrive at any time:
 * then it is the file that completes the dataset as far as it is known, or the last one that is sent after the user has stopped following.
 */
export function isLastFile(file: UploadFile, queue: Iterable<UploadFile>, follows: readonly Follow[]): boolean {
  const follow = follows.filter(isFollowActive).find((one) => belongsTo(one, file) && isFollowed(one, file.key));
  if (follow === undefined) return nextUpload(queue, file) === undefined;
  const followed = [...queue].filter(({ id, key }) => id !== file.id && isFollowed(follow, key));
  if (nextUpload(followed, file) !== undefined) return false;
  if (isStopping(follow)) return true;
  const image = imageOfKey(file.key, follow.names);
  const images = image === undefined ? follow.images : withImage(follow.images, image);
  return areImagesComplete(images, follow.expected);
}
