/** Opens a stream for reading into given buffers; returns undefined in browsers whose streams don't support that. */
export function openByteReader(stream: ReadableStream): ReadableStreamBYOBReader | undefined {
  try {
    return stream.getReader({ mode: 'byob' });
  } catch {
    return undefined;
  }
}
