import * as v from 'valibot';
import { UPLOAD_PART_BYTES } from '../../../src/domain/constants';

/*
 * The baselines that are nothing but requests: what a page can do at best. The driver calls them by name.
 */

const IN_FLIGHT = 2;

const PartUrls = v.array(v.object({ partNumber: v.number(), url: v.string() }));
const Started = v.object({ uploadId: v.string() });
type PartUrl = v.InferOutput<typeof PartUrls>[number];

function chosenFiles(): readonly File[] {
  return [...(document.querySelector('input')?.files ?? [])];
}

async function ask<Answer>(url: string, schema: v.GenericSchema<unknown, Answer>, body?: object): Promise<Answer> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: 'Bearer bench', ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? { cache: 'no-store' } : { body: JSON.stringify(body) }),
  });
  return v.parse(schema, await response.json());
}

async function put(url: string, body: Blob): Promise<string> {
  const headers = { 'Content-Type': 'application/octet-stream' };
  const response = await fetch(url, { method: 'PUT', headers, body });
  return response.headers.get('ETag') ?? '';
}

function askForUrls(api: string, key: string, partNumber: number, totalParts: number): Promise<PartUrl[]> {
  const query = new URLSearchParams({ key, uploadId: 'up', partNumber: `${partNumber}`, totalParts: `${totalParts}` });
  return ask(`${api}/upload/urls?${query.toString()}`, PartUrls);
}

/** Slices of 64 MiB, two in flight, no digests; their URLs are there before the clock starts. Gives seconds. */
async function sendParts(api: string): Promise<number> {
  const [file] = chosenFiles();
  if (file === undefined) throw new Error('No file was chosen.');
  const total = Math.ceil(file.size / UPLOAD_PART_BYTES);
  const urls: PartUrl[] = [];
  while (urls.length < total) urls.push(...(await askForUrls(api, file.name, urls.length + 1, total)));
  const started = performance.now();
  const sendNext = async (): Promise<void> => {
    for (let next = urls.shift(); next !== undefined; next = urls.shift()) {
      const start = (next.partNumber - 1) * UPLOAD_PART_BYTES;
      await put(next.url, file.slice(start, start + UPLOAD_PART_BYTES));
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, sendNext));
  return (performance.now() - started) / 1_000;
}

/** The four calls of each file, one after the other. Gives seconds. */
async function sendOneByOne(api: string): Promise<number> {
  const started = performance.now();
  for (const file of chosenFiles()) {
    const key = file.name;
    const { uploadId } = await ask(`${api}/upload/start`, Started, { key });
    const [part] = await askForUrls(api, key, 1, 1);
    const ETag = await put(part?.url ?? '', file);
    await ask(`${api}/upload/complete`, v.unknown(), {
      key,
      uploadId,
      parts: [{ PartNumber: 1, ETag }],
      lastFile: false,
    });
  }
  return (performance.now() - started) / 1_000;
}

Object.assign(window, { sendParts, sendOneByOne });
