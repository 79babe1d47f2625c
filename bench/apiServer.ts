import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import * as v from 'valibot';
import type { BenchFile } from './files';
import { LISTED_DATASET, listPage, NOTHING_LISTED, type ListedFiles } from './listedFiles';
import { listPictured, picturedKey, pictureOf, previewOf } from './picturedFolder';

interface Call {
  readonly url: URL;
  readonly request: IncomingMessage;
  /** Decoded path segments. */
  readonly segments: readonly string[];
}

interface Answer {
  readonly body?: string | Buffer | Readable;
  /** Defaults to 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Same as the real backend. */
const URLS_AT_ONCE = 16;
const PREFLIGHT_SECONDS = 2 * 60 * 60;

/**
 * Implements the calls needed to start the app and upload a file, and the part of the S3 interface that Uppy needs.
 * It is a real HTTP server, unlike `fakeServer`, because the benchmarks measure bytes on the wire. It stores no bytes
 * and uses precomputed digests, so that the page is measured rather than the server.
 */
export function createApiServer() {
  const digests = new Map<string, readonly string[]>();
  const paths = new Map<string, string>();
  let publicUrl = '';
  let listed = NOTHING_LISTED;

  const putPart = async ({ request, segments }: Call): Promise<Answer> => {
    const [, key = '', partNumber] = segments;
    const known = digests.get(nameOfKey(key))?.[Number(partNumber) - 1];
    return { headers: { etag: `"${await receive(request, known)}"` } };
  };
  const urlsOf = (key: string, first: number, totalParts: number) => {
    const count = Math.min(URLS_AT_ONCE, totalParts - first + 1);
    return Array.from({ length: count }, (_, index) => ({
      partNumber: first + index,
      url: `${publicUrl}/storage/${encodeURIComponent(key)}/${first + index}?upload=up`,
    }));
  };
  const giveUrls = ({ url: { searchParams } }: Call): Answer => {
    const [first, totalParts] = [searchParams.get('partNumber'), searchParams.get('totalParts')].map(Number);
    return json(urlsOf(searchParams.get('key') ?? '', first ?? 1, totalParts ?? 1));
  };
  /** Starts or completes an upload. */
  const changeUpload = async ({ request }: Call): Promise<Answer> => {
    const { key, totalParts } = v.parse(UploadBody, JSON.parse(await textOf(request)));
    return json({ uploadId: 'up', ...(totalParts !== undefined && { urls: urlsOf(key, 1, totalParts) }) });
  };
  const answerS3 = async ({ url, request, segments }: Call): Promise<Answer> => {
    if (request.method === 'PUT') return { headers: { etag: `"${await receive(request, 's3')}"` } };
    await receive(request, 'none');
    const key = segments[1] ?? '';
    const isBegun = url.searchParams.has('uploadId');
    const xml = isBegun
      ? `<CompleteMultipartUploadResult><Location>${publicUrl}/s3/${key}</Location><Bucket>b</Bucket><Key>${key}</Key><ETag>"e"</ETag></CompleteMultipartUploadResult>`
      : `<InitiateMultipartUploadResult><Bucket>b</Bucket><Key>${key}</Key><UploadId>up</UploadId></InitiateMultipartUploadResult>`;
    return { body: xml, headers: { 'content-type': 'application/xml' } };
  };
  const giveFileUrls = async ({ request }: Call): Promise<Answer> => {
    const { keys } = v.parse(FileUrlsBody, JSON.parse(await textOf(request)));
    return json({ urls: Object.fromEntries(keys.map((key) => [key, `${publicUrl}/contents/${nameOfKey(key)}`])) });
  };
  const sendRange = ({ request, segments }: Call): Answer => {
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const pictured = picturedKey(segments[1] ?? '');
    if (pictured !== undefined)
      return { status: 206, body: pictureOf(pictured).subarray(Number(start), Number(end) + 1) };
    const body = createReadStream(paths.get(segments[1] ?? '') ?? '', { start: Number(start), end: Number(end) });
    const length = Number(end) - Number(start) + 1;
    return { status: 206, body, headers: { 'content-length': String(length) } };
  };

  const routes: Readonly<Record<string, (call: Call) => Answer | Promise<Answer>>> = {
    'GET config': () => json({ ...CONFIGURATION, features: ['upload.startUrls', ...(listed.features ?? [])] }),
    'GET project': () => json({ projects: PROJECTS }),
    'GET dataset': () => json({ datasets: listed.hasDataset ? [LISTED_DATASET] : [] }),
    'GET manage': ({ url }) => {
      const pictured = listPictured(url.searchParams.get('path'));
      if (pictured.length > 0) return json({ files: pictured });
      return {
        body: listPage(listed, url.searchParams.get('cursor')),
        headers: { 'content-type': 'application/json' },
      };
    },
    'POST manage': giveFileUrls,
    'GET contents': sendRange,
    'GET get-downsampled-image': ({ segments }) => {
      const { body, pixels } = previewOf(segments[1] ?? '');
      const side = String(pixels);
      return { body, headers: { 'content-type': 'image/tiff', 'x-image-width': side, 'x-image-height': side } };
    },
    'GET download': () => json({ status: 'PREPARING' }),
    'POST upload': changeUpload,
    'GET upload': giveUrls,
    'PUT storage': putPart,
    'POST s3': answerS3,
    'PUT s3': answerS3,
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://bench');
    const segments = url.pathname.slice(1).split('/').map(decodeURIComponent);
    const route = routes[`${request.method ?? ''} ${segments[0] ?? ''}`];
    allow(request, response);
    if (route === undefined) {
      response.writeHead(request.method === 'OPTIONS' ? 204 : 404).end();
      return;
    }
    Promise.resolve(route({ url, request, segments })).then(
      ({ status = 200, body = '', headers = {} }) => {
        response.writeHead(status, headers);
        if (typeof body === 'string' || Buffer.isBuffer(body)) response.end(body);
        else body.pipe(response);
      },
      // The page has closed the connection.
      () => response.destroy(),
    );
  });
  return {
    server,
    /** Sets the files whose part digests are precomputed. */
    expect: (files: readonly BenchFile[]) => {
      digests.clear();
      paths.clear();
      for (const { name, path, partMd5s } of files) {
        digests.set(name, partMd5s);
        paths.set(name, path);
      }
    },
    /** Sets the files that the listing returns. */
    list: (files: ListedFiles) => {
      listed = files;
    },
    /** Sets the origin of the presigned URLs. */
    setPublicUrl: (url: string) => {
      publicUrl = url;
    },
  };
}

/** Sets the same CORS headers as the real backend. */
function allow({ headers, method }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', headers.origin ?? '*');
  response.setHeader('access-control-expose-headers', 'ETag, X-Image-Width, X-Image-Height');
  response.setHeader('vary', 'Origin');
  if (method !== 'OPTIONS') return;
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
  response.setHeader('access-control-allow-headers', 'Authorization, X-Id-Token, Content-Type, Range');
  response.setHeader('access-control-max-age', PREFLIGHT_SECONDS);
}

/** Reads a body to its end and returns its MD5, computed only if it is not known. */
async function receive(request: IncomingMessage, known: string | undefined): Promise<string> {
  const hash = known === undefined ? createHash('md5') : undefined;
  for await (const chunk of request) hash?.update(chunk as Buffer);
  return known ?? hash?.digest('hex') ?? '';
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const FileUrlsBody = v.object({ keys: v.array(v.string()) });
const UploadBody = v.object({ key: v.string(), totalParts: v.exactOptional(v.number()) });

function nameOfKey(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

function json(value: unknown): Answer {
  return { body: JSON.stringify(value), headers: { 'content-type': 'application/json' } };
}

/** The projects of the list. Uploads go to the first one. */
const PROJECTS = Array.from({ length: 50 }, (_, index) => ({
  sponsorId: 'acme',
  title: index === 0 ? 'bench' : `bench-${index}`,
  projectHash: index === 0 ? 'bench' : `bench-${index}`,
  description: `Whole brains number ${index}, cleared and imaged in three channels at two resolutions`,
  createdAt: '2026-01-01T12:00:00Z',
}));

/** An upload needs none of these lists. */
const CONFIGURATION = {
  primary_modalities: {},
  secondary_modalities: {},
  partner_modalities: {},
  tissue_types: [],
  devices: [],
};
