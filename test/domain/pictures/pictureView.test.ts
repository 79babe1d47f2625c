import fc from 'fast-check';
import {
  fitScaleBar,
  panView,
  pinchView,
  pixelAt,
  pixelZoom,
  WHOLE_VIEW,
  zoomView,
  type PictureView,
} from '@data-manager/domain/pictures/pictureView';

const within = (reach: number) => fc.double({ min: -reach, max: reach, noNaN: true });
const somePoint = fc.record({ x: within(0.5), y: within(0.5) });
const someStep: fc.Arbitrary<(view: PictureView) => PictureView> = fc.oneof(
  fc.tuple(fc.double({ min: 0.1, max: 10, noNaN: true }), somePoint).map(
    ([factor, at]) =>
      (view: PictureView) =>
        zoomView(view, factor, at),
  ),
  fc.record({ x: within(3), y: within(3) }).map((by) => (view: PictureView) => panView(view, by)),
  fc.tuple(somePoint, somePoint, somePoint, somePoint).map(
    ([one, other, oneAfter, otherAfter]) =>
      (view: PictureView) =>
        pinchView(view, [one, other], [oneAfter, otherAfter]),
  ),
);
const someView = fc
  .array(someStep, { maxLength: 8 })
  .map((steps) => steps.reduce((view, step) => step(view), WHOLE_VIEW));

/** Converts a point of the frame to picture coordinates, relative to the picture's centre. */
function pictureAt(view: PictureView, at: { readonly x: number; readonly y: number }) {
  return { x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale };
}

it('the picture view fills its frame after any action', () =>
  fc.assert(
    fc.property(someView, ({ scale, x, y }) => {
      expect(scale).toBeGreaterThanOrEqual(1);
      expect(scale).toBeLessThanOrEqual(32);
      const reach = (scale - 1) / 2 + 1e-9;
      expect(Math.abs(x)).toBeLessThanOrEqual(reach);
      expect(Math.abs(y)).toBeLessThanOrEqual(reach);
    }),
  ));

it('the picture view keeps the point under the pointer in place when zooming in', () =>
  fc.assert(
    fc.property(someView, somePoint, fc.double({ min: 1, max: 4, noNaN: true }), (view, at, factor) => {
      const before = pictureAt(view, at);
      const after = pictureAt(zoomView(view, factor, at), at);
      expect(after.x).toBeCloseTo(before.x, 6);
      expect(after.y).toBeCloseTo(before.y, 6);
    }),
  ));

it('the picture view shows the whole picture again after zooming out far enough', () =>
  fc.assert(
    fc.property(someView, somePoint, (view, at) => {
      const { scale, x, y } = zoomView(view, 1 / 32, at);
      expect([scale, Math.abs(x), Math.abs(y)]).toEqual([1, 0, 0]);
    }),
  ));

it('the picture view follows a drag up to the edge of the picture', () => {
  const near = zoomView(WHOLE_VIEW, 3);
  expect(panView(near, { x: 0.25, y: -0.5 })).toEqual({ scale: 3, x: 0.25, y: -0.5 });
  expect(panView(near, { x: 9, y: 0 })).toEqual({ scale: 3, x: 1, y: 0 });
  expect(panView(WHOLE_VIEW, { x: 0.2, y: 0.2 })).toEqual(WHOLE_VIEW);
});

it('the picture view doubles the zoom when two fingers move twice as far apart', () => {
  const before = [
    { x: -0.1, y: 0 },
    { x: 0.1, y: 0 },
  ] as const;
  const after = [
    { x: -0.2, y: 0 },
    { x: 0.2, y: 0 },
  ] as const;
  expect(pinchView(WHOLE_VIEW, before, after).scale).toBeCloseTo(2);
  expect(pinchView(WHOLE_VIEW, [before[0], before[0]], after).scale).toBe(1);
});

describe('the pixel under the pointer', () => {
  const FRAME = { width: 400, height: 200 };
  const PICTURE = { width: 100, height: 100 };

  it('is the corner of the picture at the corner of its drawn area', () => {
    // The picture takes up the middle 200 of 400 CSS pixels.
    expect(pixelAt(WHOLE_VIEW, { x: -0.25, y: -0.5 }, FRAME, PICTURE)).toEqual({ x: 0, y: 0 });
    expect(pixelAt(WHOLE_VIEW, { x: 0.2499, y: 0.4999 }, FRAME, PICTURE)).toEqual({ x: 99, y: 99 });
  });

  it('does not exist outside the picture', () => {
    expect(pixelAt(WHOLE_VIEW, { x: -0.26, y: 0 }, FRAME, PICTURE)).toBeUndefined();
    expect(pixelAt(WHOLE_VIEW, { x: 0.25, y: 0 }, FRAME, PICTURE)).toBeUndefined();
  });

  it('stays the same while the view zooms at it', () =>
    fc.assert(
      fc.property(
        fc.double({ min: -0.24, max: 0.24, noNaN: true }),
        fc.double({ min: -0.49, max: 0.49, noNaN: true }),
        fc.double({ min: 1, max: 32, noNaN: true }),
        (x, y, factor) => {
          const before = pixelAt(WHOLE_VIEW, { x, y }, FRAME, PICTURE);
          const after = pixelAt(zoomView(WHOLE_VIEW, factor, { x, y }), { x, y }, FRAME, PICTURE);
          expect(Math.abs((after?.x ?? NaN) - (before?.x ?? NaN))).toBeLessThanOrEqual(1);
          expect(Math.abs((after?.y ?? NaN) - (before?.y ?? NaN))).toBeLessThanOrEqual(1);
        },
      ),
    ));

  it('takes up more of the screen when the view is zoomed', () => {
    expect(pixelZoom(WHOLE_VIEW, FRAME, PICTURE)).toBe(2);
    expect(pixelZoom({ ...WHOLE_VIEW, scale: 4 }, FRAME, PICTURE)).toBe(8);
  });
});

describe('the scale bar', () => {
  it.each([
    [1, 120, 100, 100],
    [1.37, 120, 100, 73],
    [8, 120, 500, 62.5],
    [0.29, 120, 20, 69],
    [0.001, 120, 0.1, 100],
    [40, 120, 2000, 50],
  ])(
    'the scale bar at %s µm per CSS pixel and at most %s pixels shows %s µm',
    (perPixel, maxLength, micrometres, length) => {
      const bar = fitScaleBar(perPixel, maxLength);
      expect(bar?.micrometres).toBeCloseTo(micrometres);
      expect(bar?.length).toBeCloseTo(length, 0);
    },
  );

  it.each([0, Number.NaN, Number.POSITIVE_INFINITY])('does not exist for a pixel size of %s', (perPixel) => {
    expect(fitScaleBar(perPixel, 120)).toBeUndefined();
  });
});
