import { PassThrough } from 'node:stream';
import { openCdpPipe } from './cdpPipe';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('names the call to which the browser has not replied in ten minutes', async () => {
  const pipe = openCdpPipe(new PassThrough(), new PassThrough());
  const call = expect(pipe.send('Runtime.evaluate', { expression: 'watchPixels()' })).rejects.toThrow(
    'The browser has not replied in ten minutes: Runtime.evaluate {"expression":"watchPixels()"}',
  );
  await jest.advanceTimersByTimeAsync(10 * 60_000);
  await call;
});

it('stops waiting for a call as soon as the browser replies', async () => {
  const output = new PassThrough();
  const pipe = openCdpPipe(new PassThrough(), output);
  const call = pipe.send('Browser.getVersion');
  output.write('{"id":1,"result":{"product":"Chromium"}}\0');
  await expect(call).resolves.toEqual({ product: 'Chromium' });
  expect(jest.getTimerCount()).toBe(0);
});
