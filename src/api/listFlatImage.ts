import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { withFlatImage } from '@data-manager/domain/listing/withFlatImage';
import { filesApi } from './files';

type ApiState = Parameters<ReturnType<typeof filesApi.endpoints.listFiles.select>>[0];

/**
 * Marks an image as flat in all cached listings: the server finds that out when it makes the first preview, after the files
 * have been listed.
 */
export function listFlatImage(key: string): ThunkAction<Promise<void>, ApiState, unknown, UnknownAction> {
  return async (dispatch, getState) => {
    const paths = filesApi.util.selectCachedArgsForQuery(getState(), 'listFiles');
    const mark = (path: string): void => {
      const { data } = filesApi.endpoints.listFiles.select(path)(getState());
      const value = data && withFlatImage(data, key);
      if (value === undefined || value === data) return;
      dispatch(filesApi.util.upsertQueryEntries([{ endpointName: 'listFiles', arg: path, value }]));
    };
    for (const path of paths.filter((one) => key.startsWith(`${one}/`))) {
      mark(path);
      const running = dispatch(filesApi.util.getRunningQueryThunk('listFiles', path));
      if (running === undefined) continue;
      // Its result replaces the cached listing.
      await running;
      mark(path);
    }
  };
}
