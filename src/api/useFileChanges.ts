import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { RequestFailure } from '@data-manager/domain/failures/failure';
import {
  filesChanged,
  MAX_CHANGED_FILES,
  useDeleteFilesMutation,
  useMoveFilesMutation,
  useRestoreFilesMutation,
  type FileMove,
} from './fileChanges';

/** A file that the server did not change. */
export interface RefusedFile {
  readonly key: string;
  /** The server's reason. */
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
 * Moves files in batches. Afterwards, retries a file that was rejected because another batch moved the file with its
 * new name.
 */
async function moveInBatches(
  moves: readonly FileMove[],
  send: (batch: readonly FileMove[]) => Promise<Answer<FileMove>>,
  onBatch: OnBatch,
): Promise<ChangeResult<FileMove>> {
  const result = await sendInBatches(moves, send, onBatch);
  if (moves.length <= MAX_CHANGED_FILES || result.error !== undefined) return result;
  const left = new Set(result.done.map(({ from }) => from));
  const waited = new Set(result.refused.map(({ key }) => key));
  const again = moves.filter(({ from, to }) => waited.has(from) && left.has(to));
  if (again.length === 0) return result;
  const repeated = await moveInBatches(again, send, onBatch);
  const retried = new Set(again.map(({ from }) => from));
  return {
    ...repeated,
    done: [...result.done, ...repeated.done],
    refused: [...result.refused.filter(({ key }) => !retried.has(key)), ...repeated.refused],
  };
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
          return data === undefined ? { error } : { data: { done: data, refused: [] } };
        },
        onBatch,
      ),
    );
  const restore = (keys: readonly string[]) =>
    run(
      keys.length,
      (onBatch) =>
        sendInBatches(
          keys,
          async (batch) => {
            const { data, error } = await sendRestore(batch);
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
  const moveFiles = (moves: readonly FileMove[]) =>
    run(moves.length, (onBatch) => moveInBatches(moves, sendMoves, onBatch));
  const moveBack = (moves: readonly FileMove[]) => {
    const back = moves.map(({ from, to }) => ({ from: to, to: from }));
    return run(back.length, (onBatch) => moveInBatches(back, sendMoves, onBatch), true);
  };
  return { progress, deleteFiles, restore, moveFiles, moveBack };
}

function toRefused({ key, msg }: { readonly key: string; readonly msg: string }): RefusedFile {
  return { key, reason: msg };
}
