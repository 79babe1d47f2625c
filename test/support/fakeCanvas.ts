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

/** A canvas in 2D that can be painted as `CpuCompositor` does it. Counts the pictures that are put into it. */
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
    this.data = new Uint8ClampedArray(this.width * this.height * 4).map((_, at) => (at % 4 === 3 ? 255 : 0));
  }

  drawImage({ data }: FakeCanvas): void {
    const isAdded = this.globalCompositeOperation === 'lighter';
    this.data = data.map((value, at) => (isAdded ? value + (this.data[at] ?? 0) : value));
  }
}

/** Gives the page canvases for the rest of the test file. */
export function provideCanvases(): void {
  Object.assign(globalThis, { OffscreenCanvas: FakeCanvas, ImageData: FakeImageData });
}
