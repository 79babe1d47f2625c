import { act, fireEvent, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { makePicture, type PictureSize } from '@data-manager/domain/pictures/picture';
import type { FileSamples, PixelRect, SampleType } from '@data-manager/domain/pictures/pixels/fileImage';
import { err, ok } from '@data-manager/lib/result';
import type { Painting } from '../../src/features/preview/channels/shownChannels';
import { LazySectionPreview } from '../../src/features/preview/LazySectionPreview';
import type { FileImage } from '../../src/platform/pictures/openedPictures';
import type { Ports } from '../../src/platform/ports';
import { renderRoute } from './renderRoute';

const ROOT = 'acme/brains/TC042';

/** A file as the preview's ports see it. */
export interface ShownFile extends PictureSize {
  /** Size in the file, if the image is turned to be shown. */
  readonly stored?: PictureSize;
  readonly type?: SampleType;
  readonly samples?: number;
  readonly orientation?: number;
  /** Undefined if its pixels can't be read. */
  readonly valueAt?: (x: number, y: number, sample: number) => number;
  /** Size of the preview. */
  readonly preview?: PictureSize;
}

function imageOf(file: ShownFile, reads: PixelRect[], signals: AbortSignal[]): FileImage {
  const { valueAt = () => 0, samples = 1, type = { kind: 'unsigned', bits: 16 } } = file;
  const { width, height } = file.stored ?? file;
  return {
    header: {
      ...{
        type,
        samples,
        isPlanar: false,
        isCompressed: false,
        isLittleEndian: true,
        shown: [0],
        photometric: 'black-is-zero',
      },
      ...{ orientation: file.orientation ?? 1, palette: undefined },
      levels: [{ width, height, blockWidth: width, blockHeight: height, isTiled: false }],
    },
    readWindow: (_level, rect, _maxBytes, signal) => {
      reads.push(rect);
      signals.push(signal);
      const columns = rect.right - rect.left;
      const planes = Array.from({ length: samples }, (_, sample): FileSamples =>
        emptySamples(type, columns * (rect.bottom - rect.top)).map((_value, index) =>
          valueAt(rect.left + (index % columns), rect.top + Math.floor(index / columns), sample),
        ),
      );
      return Promise.resolve(ok({ rect, planes, hasGaps: false }));
    },
    close: () => undefined,
  };
}

function emptySamples(
  { kind, bits }: SampleType,
  length: number,
): Uint16Array<ArrayBuffer> | Float64Array<ArrayBuffer> {
  return kind === 'unsigned' && bits === 16 ? new Uint16Array(length) : new Float64Array(length);
}

type ShownDataset = ComponentProps<typeof LazySectionPreview>['dataset'];

/** Renders a section whose channels have these files. */
export function renderSection(
  files: readonly ShownFile[],
  features: readonly 'files.urls'[] = ['files.urls'],
  query = '',
  dataset: ShownDataset = { channels: [], physicalSections: 1, pixelSize: 2 },
) {
  const reads: PixelRect[] = [];
  const signals: AbortSignal[] = [];
  const paintings: (Omit<Painting, 'geometry'> & { readonly isSharp: boolean })[] = [];
  const keys = files.map((_, index) => `${ROOT}/A_S000001_L01_ch0${index + 1}.tif`);
  const fileOf = (text: string): ShownFile => files[Number(/_ch(\d+)/.exec(text)?.[1]) - 1] ?? { width: 1, height: 1 };
  const ports: Partial<Ports> = {
    decodePicture: async (blob) => {
      const { width, height, preview = { width: 8, height: 8 } } = fileOf(await blob.text());
      const samples = new Uint16Array(preview.width * preview.height).map((_, index) => 100 + index);
      return { ...makePicture(preview, [samples]), origin: { size: { width, height } } };
    },
    openPainter: ({ dataset }) =>
      Promise.resolve({
        paint: (layers, size) => void paintings.push({ layers, size, isSharp: dataset.sharp !== undefined }),
        close: () => undefined,
      }),
    openFileImage: async ({ url }) => {
      const file = fileOf((await url(false)) ?? '');
      return file.valueAt === undefined ? err({ kind: 'unavailable' }) : ok(imageOf(file, reads, signals));
    },
  };
  const page = renderRoute(<LazySectionPreview rootPath={ROOT} dataset={dataset} />, {
    ...{ at: `/acme/brains/TC042${query}`, features, ports },
    server: {
      'GET /manage/files': { json: { files: keys.map((key) => ({ key, size: 1_000 })) } },
      'GET /get-downsampled-image/*': ({ path }) => ({
        text: decodeURIComponent(path),
        headers: { 'content-type': 'image/tiff' },
      }),
      'POST /manage/files/urls': ({ body }) => ({
        json: {
          urls: Object.fromEntries((body as { keys: string[] }).keys.map((key) => [key, `https://s3/${key}`])),
        },
      }),
    },
  });
  const painted = (isSharp = false) => paintings.filter((one) => one.isSharp === isSharp).at(-1);
  return { ...page, reads, signals, painted };
}

/** Moves the pointer over the picture, whose frame has 400 × 400 pixels. */
export async function pointAt(clientX: number, clientY: number): Promise<HTMLElement> {
  await screen.findByRole('img', { name: /^Section 1, channels/ });
  const frame = screen.getByRole('application', { name: 'Picture' });
  const box = { left: 0, top: 0, right: 400, bottom: 400, width: 400, height: 400, x: 0, y: 0 };
  jest.spyOn(frame, 'getBoundingClientRect').mockReturnValue({ ...box, toJSON: () => box });
  // jsdom has no pointer events with coordinates.
  fireEvent(frame, new MouseEvent('pointermove', { bubbles: true, clientX, clientY }));
  return screen.findByLabelText('Values under the pointer');
}

/** Reports that every observed element has 400 × 400 pixels, as the frame of the picture, in all tests of the file. */
export function reportFrameSize(): void {
  const NativeObserver = globalThis.ResizeObserver;

  class ReportsSize extends NativeObserver {
    constructor(private readonly report: ResizeObserverCallback) {
      super(report);
    }

    override observe(target: Element): void {
      const contentRect = { width: 400, height: 400 } as DOMRectReadOnly;
      const entry = { contentRect, target } as ResizeObserverEntry;
      queueMicrotask(() => act(() => this.report([entry], this)));
    }
  }

  beforeEach(() => {
    globalThis.ResizeObserver = ReportsSize;
  });

  afterEach(() => {
    globalThis.ResizeObserver = NativeObserver;
  });
}
