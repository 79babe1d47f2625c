import { expect, type Locator, type Page } from '@playwright/test';

/** A point of the window, or a pixel of a picture. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What the readout shows: a pixel, and after it the label and the values of each channel. */
export interface Readout extends Point {
  readonly values: string;
}

/** Where a picture lies in the window. */
interface PictureBox {
  readonly left: number;
  readonly top: number;
  /** CSS pixels per pixel of the picture. */
  readonly zoom: number;
}

/** How exactly the place of a pixel in the window is known, in pixels of the picture. */
const TOLERANCE = 0.02;

function readout(page: Page): Locator {
  return page.getByLabel('Values under the pointer');
}

/** Measures where a picture of this size lies, zoomed or not. */
export async function pictureBox(page: Page, { width, height }: Size): Promise<PictureBox> {
  const preview = page.getByRole('application', { name: 'Picture' }).getByRole('img');
  const box = await preview.evaluate((canvas) => canvas.getBoundingClientRect().toJSON() as DOMRectInit);
  const [x = 0, y = 0, boxWidth = 0, boxHeight = 0] = [box.x, box.y, box.width, box.height];
  const zoom = Math.min(boxWidth / width, boxHeight / height);
  return { left: x + (boxWidth - width * zoom) / 2, top: y + (boxHeight - height * zoom) / 2, zoom };
}

/** Returns the place of a picture's pixel, or of a fraction of it, in the window. */
export function pointOf({ left, top, zoom }: PictureBox, { x, y }: Point): Point {
  return { x: left + x * zoom, y: top + y * zoom };
}

/**
 * Moves the pointer to a pixel of a picture, or to a fraction of it, and waits for the values of this place: the page may still show
 * those of the previous one when the pointer has moved.
 *
 * @param size of the picture
 */
export async function readAt(page: Page, at: Point, size: Size): Promise<Readout> {
  const pointer = pointOf(await pictureBox(page, size), at);
  await page.mouse.move(pointer.x, pointer.y);
  let shown: Readout = { x: Number.NaN, y: Number.NaN, values: '' };
  await expect(async () => {
    const { left, top, zoom } = await pictureBox(page, size);
    shown = parseReadout((await readout(page).textContent()) ?? '');
    expect(Math.abs(shown.x + 0.5 - (pointer.x - left) / zoom)).toBeLessThan(0.5 + TOLERANCE);
    expect(Math.abs(shown.y + 0.5 - (pointer.y - top) / zoom)).toBeLessThan(0.5 + TOLERANCE);
    expect(shown.values).not.toContain('…');
  }).toPass({ timeout: 30_000 });
  return shown;
}

function parseReadout(text: string): Readout {
  const [, x, y, values = ''] = /^(\d+), (\d+)(.*)$/.exec(text) ?? [];
  return { x: Number(x), y: Number(y), values };
}
