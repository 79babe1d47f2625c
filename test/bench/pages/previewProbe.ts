import { medianOf } from '../report';

/*
 * Runs in the real app, on the page of a dataset: times what the preview takes to show something else, and what a bare
 * canvas takes to show the same pixels.
 */

const TIMES = 20;
/** The first times warm the code up. */
const WARM_UP = 4;
const FRAME_MS = 1_000 / 60;

/** Medians. */
interface Shown {
  /** From the click to the pixels that are there, read back, ms. */
  readonly ms: number;
  /** Frames of the screen until the page goes on. */
  readonly frames: number;
}

function picture(): HTMLCanvasElement {
  const canvas = document.querySelector('canvas');
  if (canvas === null) throw new Error('There is no picture.');
  return canvas;
}

function button(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`There is no ${selector}.`);
  return found;
}

function isBusy(): boolean {
  return document.querySelector('[role=application][aria-busy=true]') !== null;
}

/** Whatever is painted has to be there before a pixel of it can be read. */
function readBack(canvas: HTMLCanvasElement): void {
  canvas.getContext('2d')?.getImageData(0, 0, 1, 1);
}

async function timeOf(change: () => void, canvas: HTMLCanvasElement): Promise<Shown> {
  const frame = await new Promise<number>(requestAnimationFrame);
  const begun = performance.now();
  change();
  // React draws what it was told in a microtask.
  await Promise.resolve();
  await Promise.resolve();
  readBack(canvas);
  const ms = performance.now() - begun;
  if (isBusy()) throw new Error('It was not there yet.');
  const next = await new Promise<number>(requestAnimationFrame);
  return { ms, frames: Math.max(1, Math.round((next - frame) / FRAME_MS)) };
}

async function watch(change: () => void, canvas: HTMLCanvasElement, pauseMs: number): Promise<Shown> {
  const seen: Shown[] = [];
  for (let time = 0; time < WARM_UP + TIMES; time += 1) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const shown = await timeOf(change, canvas);
    if (time >= WARM_UP) seen.push(shown);
  }
  return { ms: medianOf(seen.map(({ ms }) => ms)), frames: medianOf(seen.map(({ frames }) => frames)) };
}

/** A channel is switched off, or on. */
function watchToggles(): Promise<Shown> {
  return watch(() => button('[role=group][aria-label="Channel ch02"] input[type=checkbox]').click(), picture(), 50);
}

/** The next section, which was fetched while the one before was looked at. */
function watchSections(): Promise<Shown> {
  return watch(() => button('[aria-label="Next section"]').click(), picture(), 800);
}

/** Goes on so many sections, one after the other, each looked at until it is there. */
async function walkSections(count: number): Promise<void> {
  for (let section = 0; section < count; section += 1) {
    button('[aria-label="Next section"]').click();
    do await new Promise<number>(requestAnimationFrame);
    while (isBusy());
  }
}

/** The baseline: the same pixels, ready made, put on a canvas of the same size. */
async function watchBareCanvas(): Promise<Shown> {
  const { width, height } = picture();
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { alpha: false });
  const pixels = picture().getContext('2d')?.getImageData(0, 0, width, height);
  if (context === null || pixels === undefined) throw new Error('There is no bare canvas.');
  Object.assign(canvas, { width, height });
  document.body.append(canvas);
  const shown = await watch(() => context.putImageData(pixels, 0, 0), canvas, 50);
  canvas.remove();
  return shown;
}

Object.assign(window, { watchToggles, watchSections, walkSections, watchBareCanvas });
