/** The pixels of an image, which jsdom lacks. */
class FakeImageData {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(width: number, height: number) {
    this.data = new Uint8ClampedArray(4 * width * height);
    this.width = width;
    this.height = height;
  }
}

/** A canvas in 2D that can be painted as `Compositor` does it. Counts the pictures that are put into it. */
export class FakeCanvas {
  width: number;
  height: number;
  globalCompositeOperation = 'source-over';
  fillStyle = 'black';
  data: Uint8ClampedArray;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.data = new Uint8ClampedArray(width * height * 4);
  }

  static pictures = 0;

  getContext(): this {
    return this;
  }

  putImageData({ data }: FakeImageData): void {
    FakeCanvas.pictures += 1;
    this.data = data.slice();
  }

  fillRect(): void {
    this.data = new Uint8ClampedArray(this.width * this.height * 4);
    for (let at = 3; at < this.data.length; at += 4) this.data[at] = 255;
  }

  drawImage({ data }: FakeCanvas): void {
    const below = this.data;
    this.data = data.slice();
    if (this.globalCompositeOperation !== 'lighter') return;
    // A loop, because pictures have millions of values.
    for (let at = 0; at < data.length; at += 1) this.data[at] = (data[at] ?? 0) + (below[at] ?? 0);
  }
}

/** Gives the page canvases for the rest of the test file. */
export function provideCanvases(): void {
  Object.assign(globalThis, { OffscreenCanvas: FakeCanvas, ImageData: FakeImageData });
}
