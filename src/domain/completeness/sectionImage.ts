import type { FileItem } from '../listing/fileListing';

/** How a place differs between a folder and the server. */
export type Difference = 'different' | 'onlyLocal' | 'onlyServer';

/** A section image, identified by its file name alone. */
export interface SectionImage {
  readonly section: number;
  readonly layer: number;
  readonly channel: number;
  /** The name of the file; absent if it is known to be of the dataset. */
  readonly name?: string;
  /** True for a file that is known not to be a readable image. */
  readonly isUnreadable?: boolean;
  /** What was found in a readable image. Absent while it is unknown. */
  readonly content?: FileItem['content'];
  /**
   * How an upload affects the image: it is planned under a new key, it is planned in place of a file, it is running, or it leaves
   * the image out. Absent for an image that is already on the server.
   */
  readonly arrival?: 'new' | 'replacing' | 'arriving' | 'leftOut';
  /** True for an image that was deleted and can be restored. */
  readonly isDeleted?: boolean;
  /** Absent if the folder and the server have the same image, or if nothing is compared. */
  readonly difference?: Difference;
}
