import { medianOf } from '../report';

/*
 * Runs in the real app on the page of a dataset: times updates of the preview, and a bare canvas that shows the same
 * pixels.
 */

const TOGGLES = 20;
const STEPS = 8;
const FIRST_PICTURES = 6;
/** Updates that are not measured, so that the code is optimized. */
const WARM_UP = 4;
const TOGGLE_PAUSE_MS = 50;
const FRAME_MS = 1_000 / 60;
/** Time in which the neighbours of a section are fetched and decoded. */
const PREFETCH_MS = 600;
/** Each doubles the size of a pixel. */
const WHEEL_TURNS = 4;
const CHANNELS = ['01', '02', '03'];
const FIRST_SECTION = 20;
const SECTIONS_APART = 20;

/** Median measurements. */
interface Shown {
  /** Time from the click until the new pixels can be read back, ms. */
  readonly ms: number;
  /** Number of frames until the page responds. */
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

/** Reads a pixel, which waits until painting is done. */
function readBack(canvas: HTMLCanvasElement): void {
  canvas.getContext('2d')?.getImageData(0, 0, 1, 1);
}

async function timeOf(change: () => void, canvas: HTMLCanvasElement): Promise<Shown> {
  const frame = await new Promise<number>(requestAnimationFrame);
  const begun = performance.now();
  change();
  // React renders in a microtask.
  await Promise.resolve();
  await Promise.resolve();
  // On a busy machine, a neighbour may not be decoded yet.
  while (isBusy()) await nextChange();
  readBack(canvas);
  const ms = performance.now() - begun;
  const next = await new Promise<number>(requestAnimationFrame);
  return { ms, frames: Math.max(1, Math.round((next - frame) / FRAME_MS)) };
}

async function watch(change: () => void, canvas: HTMLCanvasElement, times: number, pauseMs: number): Promise<Shown> {
  const seen: Shown[] = [];
  for (let time = 0; time < WARM_UP + times; time += 1) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const shown = await timeOf(change, canvas);
    if (time >= WARM_UP) seen.push(shown);
  }
  return { ms: medianOf(seen.map(({ ms }) => ms)), frames: medianOf(seen.map(({ frames }) => frames)) };
}

/** Toggles a channel. */
function watchToggles(): Promise<Shown> {
  return watch(
    () => button('[role=group][aria-label="Channel ch02"] input[type=checkbox]').click(),
    picture(),
    TOGGLES,
    TOGGLE_PAUSE_MS,
  );
}

/** Shows the next section, which is already prefetched. */
function watchSections(): Promise<Shown> {
  return watch(() => button('[aria-label="Next section"]').click(), picture(), STEPS, PREFETCH_MS);
}

/** Median times from choosing a section that is not in the cache, ms. */
interface FirstPicture {
  /** Until its picture is painted. */
  readonly ms: number;
  /** Until the same files are fetched and decoded, and nothing else. */
  readonly bareMs: number;
}

/**
 * Shows sections that are far from each other, so that none of them is prefetched.
 *
 * @param address where the files of a section are fetched, with `{section}` and `{channel}` in their place
 */
async function watchFirstPictures(address: string): Promise<FirstPicture> {
  const workers = CHANNELS.map(() => new Worker('/bench/decodePage.js'));
  const seen: number[] = [];
  const bare: number[] = [];
  for (let time = 0; time < WARM_UP + FIRST_PICTURES; time += 1) {
    const section = FIRST_SECTION + time * SECTIONS_APART;
    const bareMs = await fetchAndDecode(workers, address.replace('{section}', String(section + 1).padStart(6, '0')));
    const ms = await showSection(section);
    await new Promise((resolve) => setTimeout(resolve, PREFETCH_MS));
    if (time < WARM_UP) continue;
    seen.push(ms);
    bare.push(bareMs);
  }
  for (const worker of workers) worker.terminate();
  return { ms: medianOf(seen), bareMs: medianOf(bare) };
}

async function showSection(section: number): Promise<number> {
  const slider = document.querySelector<HTMLInputElement>('input[type=range][aria-label=Section]');
  if (slider === null) throw new Error('There is no slider.');
  const begun = performance.now();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, String(section));
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  const shows = (): boolean =>
    picture().getAttribute('aria-label')?.startsWith(`Section ${section}, channels`) === true;
  while (!shows() || isBusy()) await nextChange();
  readBack(picture());
  return performance.now() - begun;
}

/** Waits until the page changes, which is sooner than the next frame. React changes the data of a text that stays in place. */
function nextChange(): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}

async function fetchAndDecode(workers: readonly Worker[], address: string): Promise<number> {
  const begun = performance.now();
  const decoding = workers.map(async (worker, index) => {
    const response = await fetch(address.replace('{channel}', CHANNELS[index] ?? ''), { cache: 'no-store' });
    worker.postMessage(await response.blob());
    await new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }));
  });
  await Promise.all(decoding);
  return performance.now() - begun;
}

/** Steps through the given number of sections and waits for each to appear. */
async function walkSections(count: number): Promise<void> {
  for (let section = 0; section < count; section += 1) {
    button('[aria-label="Next section"]').click();
    do await new Promise<number>(requestAnimationFrame);
    while (isBusy());
  }
}

/** Times of a large image, ms. */
interface PixelTimes {
  /** From the pointer's arrival until the value of the file is shown. */
  readonly readoutMs: number;
  /** From the last turn of the wheel until the pixels of the files are painted. */
  readonly sharpMs: number;
}

/** Points at the picture and zooms to the pixels of its files, which have not been read before. */
async function watchPixels(): Promise<PixelTimes> {
  const frame = button('[role=application]');
  const { left, top, width, height } = frame.getBoundingClientRect();
  const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true };
  let begun = performance.now();
  frame.dispatchEvent(new PointerEvent('pointermove', { ...at, pointerType: 'mouse' }));
  while (/^$|…|≈/.test(document.querySelector('output')?.textContent ?? '')) await nextChange();
  const readoutMs = performance.now() - begun;
  begun = performance.now();
  for (let turn = 0; turn < WHEEL_TURNS; turn += 1)
    frame.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: -240 }));
  const sharp = (): HTMLCanvasElement | null => document.querySelector('canvas[data-sharp]');
  // An unpainted canvas is 300 pixels wide.
  for (let canvas = sharp(); canvas === null || canvas.width === 300; canvas = sharp()) {
    await new Promise<number>(requestAnimationFrame);
  }
  readBack(sharp() ?? picture());
  return { readoutMs, sharpMs: performance.now() - begun };
}

/** The baseline: puts the same precomputed pixels on a canvas of the same size. */
async function watchBareCanvas(): Promise<Shown> {
  const { width, height } = picture();
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { alpha: false });
  const pixels = picture().getContext('2d')?.getImageData(0, 0, width, height);
  if (context === null || pixels === undefined) throw new Error('There is no bare canvas.');
  Object.assign(canvas, { width, height });
  document.body.append(canvas);
  const shown = await watch(() => context.putImageData(pixels, 0, 0), canvas, TOGGLES, TOGGLE_PAUSE_MS);
  canvas.remove();
  return shown;
}

Object.assign(window, { watchToggles, watchSections, watchFirstPictures, walkSections, watchBareCanvas, watchPixels });
