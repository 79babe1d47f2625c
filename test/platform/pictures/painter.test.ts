/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import { tint, type CompositeLayer } from '@data-manager/domain/pictures/composite';
import { CanvasPainter } from '../../../src/platform/pictures/painter';
import { provideCanvases, type FakeCanvas } from '../../support/fakeCanvas';

const SIZE = { width: 2, height: 1 };
const LAYERS: readonly CompositeLayer[] = [
  { ...SIZE, plane: new Uint8Array([10, 200]), contrast: { black: 0, white: 255 }, colour: [0, 1, 0] },
];

beforeAll(provideCanvases);

it('the picture painter draws pictures of different sizes one after the other, and resizes the canvas to each', () => {
  const canvas = document.createElement('canvas');
  const shown: unknown[] = [];
  const context = { fillRect: () => undefined, drawImage: ({ data }: FakeCanvas) => void shown.push(data) };
  jest.spyOn(canvas, 'getContext').mockReturnValue(context as never);
  const painter = new CanvasPainter(canvas);
  const tall = { width: 1, height: 2 };
  for (const size of [SIZE, tall, tall, SIZE]) {
    painter.paint(LAYERS, size);
    expect([shown.at(-1)]).toEqual(LAYERS.map((layer) => tint(layer, size)));
    expect([canvas.width, canvas.height]).toEqual([size.width, size.height]);
  }
});
