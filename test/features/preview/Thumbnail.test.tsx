import { act, screen, waitFor } from '@testing-library/react';
import { fileItem, type ImageProblem } from '@data-manager/domain/listing/fileListing';
import { unshownText } from '@data-manager/domain/pictures/check/pictureNotes';
import { Thumbnail } from '../../../src/features/preview/thumbnails/Thumbnail';
import { ThumbnailNote } from '../../../src/features/preview/thumbnails/ThumbnailNote';
import type { Ports } from '../../../src/platform/ports';
import { DatasetScreen } from '../../../src/screens/DatasetScreen';
import { aDataset, aProject } from '../../support/builders';
import type { FakeAnswer } from '../../support/fakeServer';
import { renderRoute } from '../../support/renderRoute';

const NAME = 'TC042_S000001_L01_ch01.tif';

function renderThumbnail(
  type: string,
  ports: Partial<Ports> = {},
  query = '',
  unreadable?: ImageProblem,
  answer: FakeAnswer = { text: 'picture', headers: { 'content-type': type } },
) {
  const urls: Blob[] = [];
  const file = fileItem({ key: `acme/brains/TC042/${NAME}`, size: 1, ...(unreadable && { unreadable }) });
  // jsdom has no object URLs.
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${urls.push(blob)}` });
  const { server } = renderRoute(
    <>
      <Thumbnail file={file} />
      <ThumbnailNote file={file} />
    </>,
    {
      at: `/acme/brains/TC042${query}`,
      server: { 'GET /get-thumbnail-image/*': answer },
      ports,
    },
  );
  return { urls, server };
}

afterEach(() => Reflect.deleteProperty(URL, 'createObjectURL'));

describe('the thumbnail of a file', () => {
  it('is shown unchanged if browsers support its format', async () => {
    const convertToShownImage = jest.fn<ReturnType<Ports['convertToShownImage']>, []>();
    const { urls } = renderThumbnail('image/png', { convertToShownImage });
    expect(await screen.findByRole('img', { name: NAME })).toHaveAttribute('src', 'blob:1');
    expect(urls[0]?.type).toBe('image/png');
    expect(convertToShownImage).not.toHaveBeenCalled();
  });

  it('is a placeholder if the server can not show the image, and the reason is in the list', async () => {
    const msg = unshownText('12-bit packed pixels');
    renderThumbnail('', {}, '', undefined, { status: 415, json: { msg, code: 'NO_IMAGE' } });
    expect(await screen.findByText('12-bit packed pixels can’t be previewed')).toBeVisible();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it.each([
    ['true', 1],
    ['false', 0],
  ])('is said to be flat in the list if the server says so (%s)', async (flat, count) => {
    const headers = { 'content-type': 'image/png', 'x-image-flat': flat };
    renderThumbnail('', {}, '', undefined, { text: 'picture', headers });
    expect(await screen.findByRole('img', { name: NAME })).toBeInTheDocument();
    expect(screen.queryAllByText('Flat: all pixels equal')).toHaveLength(count);
  });

  it('is converted if it is a TIFF', async () => {
    const shown = new Blob(['png'], { type: 'image/png' });
    const { urls } = renderThumbnail('image/tiff', { convertToShownImage: () => Promise.resolve(shown) });
    expect(await screen.findByRole('img', { name: NAME })).toBeInTheDocument();
    expect(urls).toEqual([shown]);
  });

  it('shows the page in the URL, as the preview does', async () => {
    const pages: (number | undefined)[] = [];
    const server = renderThumbnail(
      'image/tiff',
      {
        convertToShownImage: (_blob, _signal, page) => {
          pages.push(page);
          return Promise.resolve(new Blob(['png'], { type: 'image/png' }));
        },
      },
      '?section=1&page=7',
    ).server;
    expect(await screen.findByRole('img', { name: NAME })).toBeInTheDocument();
    expect(server.calls[0]?.query.get('page')).toBe('7');
    expect(pages).toEqual([7]);
  });

  it('is requested once its place is near the visible part of the list', async () => {
    let comeNear = (): void => undefined;
    const observe = jest.spyOn(IntersectionObserver.prototype, 'observe');
    observe.mockImplementation(function (this: IntersectionObserver, place) {
      comeNear = () => {
        observe.mockRestore();
        this.observe(place);
      };
    });
    const { server } = renderThumbnail('image/png');
    expect(server.story()).toEqual([]);
    act(comeNear);
    expect(await screen.findByRole('img', { name: NAME })).toBeInTheDocument();
  });

  it('is not requested for an unreadable image', () => {
    const { server } = renderThumbnail('image/tiff', {}, '', 'truncated');
    expect(server.calls).toEqual([]);
  });

  it('is replaced by a placeholder if there is none', async () => {
    const asked: Blob[] = [];
    const { urls } = renderThumbnail('image/tiff', {
      convertToShownImage: (blob) => {
        asked.push(blob);
        return Promise.resolve(undefined);
      },
    });
    await waitFor(() => expect(asked).toHaveLength(1));
    await act(() => Promise.resolve());
    expect(screen.queryByRole('img', { name: NAME })).toBeNull();
    expect(urls).toEqual([]);
  });
});

it('requests thumbnails of a long list only for visible rows', async () => {
  const files = Array.from({ length: 2_000 }, (_, index) => ({
    key: `acme/brains/TC042/TC042_S${String(index).padStart(6, '0')}_L01_ch01.tif`,
    size: 1,
  }));
  const page = renderRoute(<DatasetScreen />, {
    at: '/acme/brains/TC042',
    server: {
      'GET /project': { json: { projects: [aProject()] } },
      'GET /dataset/project-1': { json: { datasets: [aDataset()] } },
      'GET /manage/files': { json: { files } },
      'GET /get-thumbnail-image/*': { status: 404, json: {} },
    },
  });
  const grid = await screen.findByRole('grid', { name: 'Files of TC042' });
  const asked = () => page.server.calls.filter(({ path }) => path.startsWith('/get-thumbnail-image/')).length;
  const rows = () => grid.querySelectorAll('[role="row"]').length - 1;
  await waitFor(() => expect(asked()).toBeGreaterThanOrEqual(rows()));
  // Includes rows that a long list mounts before it is measured.
  expect(asked()).toBeLessThan(100);
});
