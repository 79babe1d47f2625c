import { filesApi } from '../../src/api/files';
import { listFlatImage } from '../../src/api/listFlatImage';
import { createApiStore, createFakeExtra } from '../support/createApiStore';
import { createFakeServer } from '../support/fakeServer';
import { until } from '../support/until';

const KEY = 'acme/p/A/A_S000001_L01_ch01.tif';
const PATHS = ['acme/p', 'acme/p/A', 'acme/p/B'];
const { listFiles } = filesApi.endpoints;

describe('an image that turns out to be flat', () => {
  it('is flat in every listing that contains it, and stays so when a listing that was on its way arrives', async () => {
    let isHeld = false;
    const answers: (() => void)[] = [];
    const server = createFakeServer({
      'GET /manage/files': async ({ query }) => {
        if (isHeld) await new Promise<void>((answer) => answers.push(answer));
        return { json: { files: KEY.startsWith(`${query.get('path')}/`) ? [{ key: KEY, size: 1 }] : [] } };
      },
    });
    const store = createApiStore(createFakeExtra(server));
    const flatIn = (path: string) =>
      listFiles
        .select(path)(store.getState())
        .data?.files.flat()
        .map(({ isFlat }) => isFlat);
    for (const path of PATHS) await store.dispatch(listFiles.initiate(path));
    isHeld = true;
    const again = store.dispatch(listFiles.initiate('acme/p/A', { forceRefetch: true }));
    await until('the listing is on its way', () => answers[0]);
    const listed = store.dispatch(listFlatImage(KEY));
    expect(PATHS.map(flatIn)).toEqual([[true], [true], []]);
    answers[0]?.();
    await Promise.all([again, listed]);
    expect(server.calls).toHaveLength(4);
    expect(PATHS.map(flatIn)).toEqual([[true], [true], []]);
  });
});
