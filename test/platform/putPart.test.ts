import type { PutPartResult } from '../../src/platform/ports';
import { putPartWith } from '../../src/platform/putPart';

/** The part of XMLHttpRequest that a PUT needs. The test triggers its events. */
class FakeXhr {
  upload: { onprogress: ((event: { loaded: number }) => void) | null; onload: (() => void) | null } = {
    onprogress: null,
    onload: null,
  };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  status = 0;
  etag: string | null = null;
  contentType: string | null = null;
  readonly headers: Record<string, string> = {};
  readonly story: string[] = [];

  open(method: string, url: string): void {
    if (url === 'no url') throw new SyntaxError('Invalid URL');
    this.story.push(`${method} ${url}`);
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  getResponseHeader(name: string): string | null {
    return name === 'ETag' ? this.etag : this.contentType;
  }
  send(): void {
    this.story.push('send');
  }
  abort(): void {
    this.story.push('abort');
  }
}

function put({ url = 'https://storage.test/1', signal = new AbortController().signal } = {}) {
  const xhr = new FakeXhr();
  const progress: number[] = [];
  const result: Promise<PutPartResult> = putPartWith(() => xhr as unknown as XMLHttpRequest, {
    url,
    body: new Blob(['part']),
    signal,
    stallMs: 30_000,
    onProgress: (bytes) => void progress.push(bytes),
  });
  return { xhr, progress, result };
}

beforeEach(() => void jest.useFakeTimers());

it('putPart sends the raw bytes without any authorization', () => {
  const { xhr } = put();
  expect(xhr.story).toEqual(['PUT https://storage.test/1', 'send']);
  expect(xhr.headers).toEqual({ 'Content-Type': 'application/octet-stream' });
});

it('putPart reports progress, then the response with its unmodified ETag', async () => {
  const { xhr, progress, result } = put();
  xhr.upload.onprogress?.({ loaded: 2 });
  Object.assign(xhr, { status: 200, etag: '"AbC"' });
  xhr.onload?.();
  expect(await result).toEqual({ kind: 'answered', status: 200, etag: '"AbC"' });
  expect(progress).toEqual([2]);
});

it('putPart returns no ETag if the header is not exposed', async () => {
  const { xhr, result } = put();
  xhr.status = 200;
  xhr.onload?.();
  expect(await result).toEqual({ kind: 'answered', status: 200, etag: null });
});

it.each([200, 403, 504])('putPart recognises the page of a proxy with status %i', async (status) => {
  const { xhr, result } = put();
  Object.assign(xhr, { status, contentType: 'text/html; charset=utf-8' });
  xhr.onload?.();
  expect(await result).toEqual({ kind: 'intercepted' });
});

it('putPart reports a network error as unreachable', async () => {
  const { xhr, result } = put();
  xhr.onerror?.();
  expect(await result).toEqual({ kind: 'unreachable' });
});

it('putPart stalls after 30 s without progress', async () => {
  const { xhr, result } = put();
  jest.advanceTimersByTime(29_999);
  xhr.upload.onprogress?.({ loaded: 1 });
  jest.advanceTimersByTime(29_999);
  expect(xhr.story).not.toContain('abort');
  jest.advanceTimersByTime(1);
  expect(await result).toEqual({ kind: 'stalled' });
  expect(xhr.story).toContain('abort');
});

it('putPart waits five minutes for the response once the part is sent', async () => {
  const { xhr, result } = put();
  xhr.upload.onprogress?.({ loaded: 4 });
  xhr.upload.onload?.();
  jest.advanceTimersByTime(299_999);
  expect(xhr.story).not.toContain('abort');
  jest.advanceTimersByTime(1);
  expect(await result).toEqual({ kind: 'stalled' });
});

it('putPart ends immediately when it is aborted', async () => {
  const controller = new AbortController();
  const { xhr, result } = put({ signal: controller.signal });
  controller.abort();
  expect(await result).toEqual({ kind: 'aborted' });
  expect(xhr.story.at(-1)).toBe('abort');
  expect(jest.getTimerCount()).toBe(0);
});

it('putPart starts no timer for progress that is reported after it was aborted', async () => {
  const controller = new AbortController();
  const { xhr, result } = put({ signal: controller.signal });
  controller.abort();
  xhr.upload.onprogress?.({ loaded: 4 });
  xhr.upload.onload?.();
  expect(await result).toEqual({ kind: 'aborted' });
  expect(jest.getTimerCount()).toBe(0);
});

it('putPart does not send anything if it was aborted before', async () => {
  const { xhr, result } = put({ signal: AbortSignal.abort() });
  expect(await result).toEqual({ kind: 'aborted' });
  expect(xhr.story).toEqual([]);
});

it('putPart reports a malformed URL as a rejected request', async () => {
  const { result } = put({ url: 'no url' });
  expect(await result).toEqual({ kind: 'answered', status: 0, etag: null });
});
