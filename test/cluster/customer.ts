import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { SAMPLE_USERS } from '../../server/src/identity/sampleUsers';
import type { SharedBackend } from '../support/sharedBackend';
import { signIn, type Session } from '../support/signIn';
import { md5OfArchive } from '../support/unzip';
import { completion } from '../support/uploadFile';

const RETRY_EVERY_MS = 50;
const GIVE_UP_AFTER_MS = 60_000;

/** The status and parsed body of a call. */
interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A user who repeats calls until they get a response, as the app does. */
export interface Customer {
  /**
   * Repeats a call until its response has a status below 500.
   *
   * @throws Error for a rejected call.
   */
  call(method: string, path: string, body?: object): Promise<Reply['body']>;
  /** The same for a call that fails if an earlier attempt succeeded without a response. */
  callOnce(method: string, path: string, body: object, doneStatus: number): Promise<Reply['body']>;
  /** Uploads a file. Stops before the completion if `abandons` is set. */
  upload(key: string, parts: readonly Buffer[], options?: { readonly abandons?: boolean }): Promise<void>;
  /** Lists the sizes of the files below a path by key. */
  list(path: string): Promise<Map<string, number>>;
  /** Downloads an archive of a folder and returns the MD5 of each file by its path in the archive. */
  download(folder: string): Promise<Map<string, string>>;
  /** Renews the session's tokens. Resolves to false if the session has ended. */
  renew(): Promise<boolean>;
}

/** Repeats an attempt while it throws or returns undefined. */
export async function persist<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    let reason: unknown;
    try {
      const result = await attempt();
      if (result !== undefined) return result;
    } catch (error) {
      reason = error;
    }
    if (Date.now() > end) throw new Error(`Gave up on ${what}.`, { cause: reason });
    await wait(RETRY_EVERY_MS);
  }
}

/** Signs a user in. */
export async function createCustomer(
  backend: SharedBackend,
  email: (typeof SAMPLE_USERS)[number]['email'] = 'member@acme.example',
): Promise<Customer> {
  const start = (): Promise<Session> => persist('the sign-in', () => signIn(backend, email));
  let { accessToken, idToken, refreshToken } = await start();

  /** Throws an error if the call has to be repeated. */
  async function send(method: string, path: string, body?: object): Promise<Reply> {
    const response = await fetch(backend.url + path, {
      method,
      headers: {
        ...(path === '/auth/token'
          ? { 'x-refresh-token': refreshToken }
          : { authorization: `Bearer ${accessToken}`, 'x-id-token': idToken }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    if (response.status >= 500 || response.status === 429) {
      throw new Error(`${method} ${path} was answered with ${String(response.status)}: ${text}`);
    }
    return { status: response.status, body: JSON.parse(text) as Reply['body'] };
  }

  const customer: Customer = {
    async call(method, path, body) {
      const reply = await persist(`${method} ${path}`, () => send(method, path, body));
      if (reply.status === 200) return reply.body;
      throw new Error(`${method} ${path} was answered with ${String(reply.status)}: ${JSON.stringify(reply.body)}`);
    },
    async callOnce(method, path, body, doneStatus) {
      let attempts = 0;
      const reply = await persist(`${method} ${path}`, () => {
        attempts += 1;
        return send(method, path, body);
      });
      if (reply.status === 200 || (reply.status === doneStatus && attempts > 1)) return reply.body;
      throw new Error(`${method} ${path} was answered with ${String(reply.status)}: ${JSON.stringify(reply.body)}`);
    },
    async upload(key, parts, { abandons = false } = {}) {
      const { uploadId } = (await customer.call('POST', '/upload/start', { key })) as { uploadId: string };
      const query = new URLSearchParams({ key, uploadId, partNumber: '1', totalParts: String(parts.length) });
      const urls = await customer.call('GET', `/upload/urls?${query.toString()}`);
      for (const { partNumber, url } of urls as unknown as { partNumber: number; url: string }[]) {
        await persist(`part ${String(partNumber)} of ${key}`, async () => {
          const response = await fetch(url, { method: 'PUT', body: Buffer.from(parts[partNumber - 1] ?? []) });
          await response.body?.cancel();
          return response.ok ? true : undefined;
        });
      }
      if (!abandons) await customer.call('POST', '/upload/complete', completion(key, uploadId, parts));
    },
    async list(path) {
      const sizes = new Map<string, number>();
      let cursor: string | undefined;
      do {
        const query = new URLSearchParams({ path, ...(cursor === undefined ? {} : { cursor }) });
        const page = (await customer.call('GET', `/manage/files?${query.toString()}`)) as {
          files: { key: string; size: number }[];
          cursor?: string;
        };
        for (const { key, size } of page.files) sizes.set(key, size);
        ({ cursor } = page);
      } while (cursor !== undefined);
      return sizes;
    },
    async download(folder) {
      const order = { onlyDownSamples: false, folder, zipFileName: 'archive.zip' };
      const { ref } = (await customer.call('POST', '/download', order)) as { ref: string };
      const bytes = await persist(`the archive of ${folder}`, async () => {
        const { url, status } = (await customer.call('GET', `/download/progress/${ref}`)) as Record<string, string>;
        if (status === 'FAILED') throw new Error('The archive has failed.');
        if (url === undefined) return undefined;
        const response = await fetch(url);
        return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
      });
      const temporary = await mkdtemp(join(tmpdir(), 'data-manager-'));
      try {
        const file = join(temporary, 'archive.zip');
        await writeFile(file, bytes);
        return await md5OfArchive(file);
      } finally {
        await rm(temporary, { recursive: true });
      }
    },
    async renew() {
      const { status, body } = await persist('the renewal', () => send('POST', '/auth/token'));
      const hasEnded = status === 401;
      if (hasEnded) ({ accessToken, idToken, refreshToken } = await start());
      else {
        const { access_token: access, id_token: id, refresh_token: refresh } = body;
        [accessToken, idToken, refreshToken] = [String(access), String(id), String(refresh)];
      }
      return !hasEnded;
    },
  };
  return customer;
}

/** Returns reproducible bytes. */
export function contentOf(name: string, bytes: number): Buffer<ArrayBuffer> {
  const block = createHash('sha512').update(name).digest();
  return Buffer.alloc(bytes, block);
}
