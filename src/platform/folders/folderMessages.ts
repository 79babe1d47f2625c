/** The calls that a worker carries out, with their arguments. */
export type FolderCallName =
  'hashFile' | 'openFile' | 'fetchRange' | 'hashWritten' | 'saveFile' | 'discardFile' | 'scan' | 'openFiles';

/** Sent to the worker. Both sides come from the same build, so the messages are not validated. */
export type FolderRequest =
  | { readonly id: number; readonly call: FolderCallName; readonly args: readonly unknown[] }
  /** Aborts a call. */
  | { readonly id: number; readonly abort: true };

/** Sent by the worker when a call has ended. */
export interface FolderResponse {
  readonly id: number;
  readonly result: unknown;
}
