import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { RequestFailure } from '@data-manager/domain/failures/failure';
import { moveBatches, type FileMove } from '@data-manager/domain/names/moveBatches';
import {
  filesChanged,
  MAX_CHANGED_FILES,
  useDeleteFilesMutation,
  useMoveFilesMutation,
  useRestoreFilesMutation,
} from './fileChanges';

/** A file that the server did not change. */
export interface RefusedFile {
  readonly key: string;
  /** The server's reason. It gives none for a file that was deleted or renamed before. */
  readonly reason: string;
}

interface Changed<Item> {
  readonly done: readonly Item[];
  readonly refused: readonly RefusedFile[];
}

/** The result of a change. If a request failed, or the change was stopped, the remaining items are in neither list. */
export interface ChangeResult<Item> extends Changed<Item> {
  /** An error that ended the change early. */
  readonly error?: RequestFailure | { readonly message?: string };
}

interface Answer<Item> {
  readonly data?: Changed<Item>;
  readonly error?: ChangeResult<Item>['error'];
}

/** The progress of a change that takes several requests. */
export interface ChangeProgress {
  readonly done: number;
  readonly total: number;
}

/** Called before each batch with the number of items sent. Returns false to stop. */
type OnBatch = (done: number) => boolean;

/** Sends items in batches until one fails. */
async function sendInBatches<Item>(
  items: readonly Item[],
  send: (batch: readonly Item[]) => Promise<Answer<Item>>,
  onBatch: OnBatch,
): Promise<ChangeResult<Item>> {
  const done: Item[] = [];
  const refused: RefusedFile[] = [];
  for (let start = 0; start < items.length && onBatch(start); start += MAX_CHANGED_FILES) {
    const { data, error } = await send(items.slice(start, start + MAX_CHANGED_FILES));
    if (data === undefined) return { done, refused, ...(error !== undefined && { error }) };
    done.push(...data.done);
    refused.push(...data.refused);
  }
  return { done, refused };
}

/**
 * Moves all files or none: after a refusal or an error, or if it is stopped, what was moved before is moved back. If that fails,
 * `done` has what has stayed moved.
 */
export async function moveAll(
  moves: readonly FileMove[],
  send: (batch: readonly FileMove[]) => Promise<Answer<FileMove>>,
  onBatch: OnBatch,
): Promise<ChangeResult<FileMove>> {
  const moved: FileMove[][] = [];
  let count = 0;
  for (const batch of moveBatches(moves, MAX_CHANGED_FILES)) {
    const { data, error } = onBatch(count) ? await send(batch) : {};
    const done = data?.done ?? [];
    if (done.length > 0) moved.push([...done]);
    count += done.length;
    if (done.length === batch.length) continue;
    const stayed = await moveBack(moved.reverse(), send);
    return { done: stayed, refused: causesOf(data?.refused ?? [], batch), ...(error !== undefined && { error }) };
  }
  return { done: moves, refused: [] };
}

/** Moves files back in reverse order. Returns the moves that could not be undone. */
async function moveBack(
  batches: readonly (readonly FileMove[])[],
  send: (batch: readonly FileMove[]) => Promise<Answer<FileMove>>,
): Promise<readonly FileMove[]> {
  const stayed: FileMove[] = [];
  for (const batch of batches) {
    const { data } = await send(batch.map(reverse));
    const back = new Set(data?.done.map(({ to }) => to));
    stayed.push(...batch.filter(({ from }) => !back.has(from)));
  }
  return stayed;
}

function reverse({ from, to }: FileMove): FileMove {
  return { from: to, to: from };
}

/** Omits the files that were refused only because the file with their new name was refused. */
function causesOf(refused: readonly RefusedFile[], moves: readonly FileMove[]): readonly RefusedFile[] {
  const keys = new Set(refused.map(({ key }) => key));
  const waiting = new Set(moves.filter(({ to }) => keys.has(to)).map(({ from }) => from));
  const causes = refused.filter(({ key }) => !waiting.has(key));
  // In a circle, all wait; the server names the cause first.
  return causes.length > 0 ? causes : refused.slice(0, 1);
}

/** Changes files on the server. After its component has unmounted, no further requests are sent. */
export function useFileChanges() {
  const dispatch = useDispatch();
  const [progress, setProgress] = useState<ChangeProgress>();
  const [sendDelete] = useDeleteFilesMutation();
  const [sendRestore] = useRestoreFilesMutation();
  const [sendMove] = useMoveFilesMutation();
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  /**
   * Runs a change and fetches the lists again. Undoing a change shows no progress, and continues after the component
   * has unmounted.
   */
  const run = async <Item>(
    total: number,
    change: (onBatch: OnBatch) => Promise<ChangeResult<Item>>,
    isUndo = false,
  ) => {
    const result = await change((done) => {
      if (isMounted.current && !isUndo) setProgress({ done, total });
      return isMounted.current || isUndo;
    });
    if (isMounted.current) setProgress(undefined);
    dispatch(filesChanged());
    return result;
  };

  const deleteFiles = (keys: readonly string[]) =>
    run(keys.length, (onBatch) =>
      sendInBatches(
        keys,
        async (batch) => {
          const { data, error } = await sendDelete(batch);
          if (data === undefined) return { error };
          const done = new Set(data);
          const missing = batch.filter((key) => !done.has(key));
          return {
            data: { done: data, refused: missing.map((key) => ({ key, reason: 'The file no longer exists.' })) },
          };
        },
        onBatch,
      ),
    );
  const restore = (keys: readonly string[], act?: string) =>
    run(
      keys.length,
      (onBatch) =>
        sendInBatches(
          keys,
          async (batch) => {
            const { data, error } = await sendRestore({
              keys: batch,
              ...(act !== undefined && { act, replace: true }),
            });
            if (data === undefined) return { error };
            return { data: { done: data.restored, refused: data.refused.map(toRefused) } };
          },
          onBatch,
        ),
      true,
    );
  const sendMoves = async (batch: readonly FileMove[]) => {
    const { data, error } = await sendMove(batch);
    if (data === undefined) return { error };
    return {
      data: { done: data.moved, refused: data.refused.map(({ from, msg }) => toRefused({ key: from, msg })) },
    };
  };
  const moveFiles = (moves: readonly FileMove[]) => run(moves.length, (onBatch) => moveAll(moves, sendMoves, onBatch));
  const undoMoves = (moves: readonly FileMove[]) =>
    run(moves.length, (onBatch) => moveAll(moves.map(reverse), sendMoves, onBatch), true);
  return { progress, deleteFiles, restore, moveFiles, undoMoves };
}

function toRefused({ key, msg }: { readonly key: string; readonly msg: string }): RefusedFile {
  return { key, reason: msg };
}
