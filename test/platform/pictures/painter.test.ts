/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import { tint, type CompositeLayer } from '@data-manager/domain/pictures/composite';
import type { PictureSize } from '@data-manager/domain/pictures/picture';
import { CanvasPainter } from '../../../src/platform/pictures/painter';
import { FakeCanvas, provideCanvases } from '../../support/fakeCanvas';

const SIZE = { width: 2, height: 1 };
const LAYERS: readonly CompositeLayer[] = [
  { ...SIZE, samples: new Uint8Array([10, 200]), contrast: { black: 0, white: 255 }, colour: [0, 1, 0] },
];

function setUp(card: 'none' | 'there' | 'lost') {
  const canvas = document.createElement('canvas');
  const shown: unknown[] = [];
  const context = {
    fillRect: () => undefined,
    drawImage: (drawn: FakeCanvas | HTMLCanvasElement) =>
      void shown.push(drawn instanceof FakeCanvas ? drawn.data : drawn),
  };
  jest.spyOn(canvas, 'getContext').mockImplementation(((kind: string) => (kind === '2d' ? context : null)) as never);
  const drawn = document.createElement('canvas');
  const control = { isLost: card === 'lost', isClosed: false, change: () => undefined };
  const painter = new CanvasPainter(canvas, (onChange) => {
    Object.assign(control, { change: onChange });
    if (card === 'none') return undefined;
    return { draw: () => (control.isLost ? undefined : drawn), close: () => void (control.isClosed = true) };
  });
  return { painter, canvas, shown, drawn, control };
}

beforeAll(provideCanvases);

function tinted(size: PictureSize): readonly unknown[] {
  return LAYERS.map((layer) => tint(layer, size));
}

describe('the picture painter', () => {
  it('draws with the GPU and resizes the canvas to the picture', () => {
    const { painter, canvas, shown, drawn } = setUp('there');
    painter.paint(LAYERS, SIZE);
    expect(shown).toEqual([drawn]);
    expect([canvas.width, canvas.height]).toEqual([2, 1]);
  });

  it.each(['none', 'lost'] as const)('draws with the CPU if the GPU context is %s', (card) => {
    const { painter, shown } = setUp(card);
    painter.paint(LAYERS, SIZE);
    expect(shown).toEqual(tinted(SIZE));
  });

  it('draws pictures of different sizes one after the other with the CPU', () => {
    const { painter, canvas, shown } = setUp('none');
    const tall = { width: 1, height: 2 };
    const sizes = [SIZE, tall, tall, SIZE];
    for (const size of sizes) {
      painter.paint(LAYERS, size);
      expect([shown.at(-1)]).toEqual(tinted(size));
      expect([canvas.width, canvas.height]).toEqual([size.width, size.height]);
    }
  });

  it('repaints when the GPU context is lost and when it is restored', () => {
    const { painter, shown, drawn, control } = setUp('there');
    painter.paint(LAYERS, SIZE);
    control.isLost = true;
    control.change();
    control.isLost = false;
    control.change();
    expect(shown).toEqual([drawn, ...tinted(SIZE), drawn]);
  });

  it('draws nothing before the first paint', () => {
    const { shown, control } = setUp('there');
    control.change();
    expect(shown).toEqual([]);
  });

  it('closes the GPU compositor when it is closed', () => {
    const { painter, control } = setUp('there');
    painter.close();
    expect(control.isClosed).toBe(true);
  });
});
