import fc from 'fast-check';
import { panView, pinchView, WHOLE_VIEW, zoomView, type PictureView } from '../../../src/domain/pictures/pictureView';

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

describe('the picture view', () => {
  it('fills its frame after any action', () =>
    fc.assert(
      fc.property(someView, ({ scale, x, y }) => {
        expect(scale).toBeGreaterThanOrEqual(1);
        expect(scale).toBeLessThanOrEqual(32);
        const reach = (scale - 1) / 2 + 1e-9;
        expect(Math.abs(x)).toBeLessThanOrEqual(reach);
        expect(Math.abs(y)).toBeLessThanOrEqual(reach);
      }),
    ));

  it('keeps the point under the pointer in place when zooming in', () =>
    fc.assert(
      fc.property(someView, somePoint, fc.double({ min: 1, max: 4, noNaN: true }), (view, at, factor) => {
        const before = pictureAt(view, at);
        const after = pictureAt(zoomView(view, factor, at), at);
        expect(after.x).toBeCloseTo(before.x, 6);
        expect(after.y).toBeCloseTo(before.y, 6);
      }),
    ));

  it('shows the whole picture again after zooming out far enough', () =>
    fc.assert(
      fc.property(someView, somePoint, (view, at) => {
        const { scale, x, y } = zoomView(view, 1 / 32, at);
        expect([scale, Math.abs(x), Math.abs(y)]).toEqual([1, 0, 0]);
      }),
    ));

  it('follows a drag up to the edge of the picture', () => {
    const near = zoomView(WHOLE_VIEW, 3);
    expect(panView(near, { x: 0.25, y: -0.5 })).toEqual({ scale: 3, x: 0.25, y: -0.5 });
    expect(panView(near, { x: 9, y: 0 })).toEqual({ scale: 3, x: 1, y: 0 });
    expect(panView(WHOLE_VIEW, { x: 0.2, y: 0.2 })).toEqual(WHOLE_VIEW);
  });

  it('doubles the zoom when two fingers move twice as far apart', () => {
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
});
