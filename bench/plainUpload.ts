import * as v from 'valibot';
import { UPLOAD_PART_BYTES } from '@data-manager/domain/constants';
import { bareEtag, compositeChecksum } from '@data-manager/domain/uploads/checksums';
import type { ApiAccess } from './stage';

/* What the baselines of uploads have in common. */

/** Slices that are sent at the same time. */
export const IN_FLIGHT = 2;

const PartUrls = v.array(v.object({ partNumber: v.number(), url: v.string() }));
type PartUrl = v.InferOutput<typeof PartUrls>[number];

export function chosenFiles(): readonly File[] {
  return [...(document.querySelector('input')?.files ?? [])];
}

async function ask<Answer>(
  { url, accessToken }: ApiAccess,
  path: string,
  schema: v.GenericSchema<unknown, Answer>,
  body?: object,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: `Bearer ${accessToken}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? { cache: 'no-store' } : { body: JSON.stringify(body) }),
  });
  return v.parse(schema, await response.json());
}

export async function put(url: string, body: Blob): Promise<string> {
  const headers = { 'Content-Type': 'application/octet-stream' };
  const response = await fetch(url, { method: 'PUT', headers, body });
  return response.headers.get('ETag') ?? '';
}

const Started = v.object({ uploadId: v.string() });

interface PartsWanted {
  readonly key: string;
  readonly uploadId: string;
  readonly partNumber: number;
  readonly totalParts: number;
}

export function askForUrls(api: ApiAccess, wanted: PartsWanted): Promise<PartUrl[]> {
  const query = new URLSearchParams(Object.entries(wanted).map(([name, value]) => [name, String(value)]));
  return ask(api, `/upload/urls?${query.toString()}`, PartUrls);
}

/**
 * Sends 64 MiB slices of the chosen file, two in flight. Requests the URLs before the timer starts. Returns seconds.
 *
 * @param send sends one slice
 */
export async function sendSlices(
  api: ApiAccess,
  send: (url: string, slice: Blob) => Promise<unknown>,
): Promise<number> {
  const [file] = chosenFiles();
  if (file === undefined) throw new Error('No file was chosen.');
  const total = Math.ceil(file.size / UPLOAD_PART_BYTES);
  const urls: PartUrl[] = [];
  while (urls.length < total) {
    const wanted = { key: file.name, uploadId: 'up', partNumber: urls.length + 1, totalParts: total };
    urls.push(...(await askForUrls(api, wanted)));
  }
  const started = performance.now();
  const sendNext = async (): Promise<void> => {
    for (let next = urls.shift(); next !== undefined; next = urls.shift()) {
      const start = (next.partNumber - 1) * UPLOAD_PART_BYTES;
      await send(next.url, file.slice(start, start + UPLOAD_PART_BYTES));
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, sendNext));
  return (performance.now() - started) / 1_000;
}

/** Makes the four calls for each file in sequence, with the ETag as the digest. Returns seconds. */
export async function sendOneByOne(api: ApiAccess, files: readonly File[]): Promise<number> {
  const started = performance.now();
  for (const file of files) {
    const key = `${api.keyPrefix}/${file.name}`;
    const { uploadId } = await ask(api, '/upload/start', Started, { key });
    const [part] = await askForUrls(api, { key, uploadId, partNumber: 1, totalParts: 1 });
    const ETag = bareEtag(await put(part?.url ?? '', file));
    await ask(api, '/upload/complete', v.unknown(), {
      key,
      uploadId,
      parts: [{ PartNumber: 1, ETag, checksum: ETag }],
      checksum: compositeChecksum([ETag]),
      lastFile: false,
    });
  }
  return (performance.now() - started) / 1_000;
}
