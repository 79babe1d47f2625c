/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import { createSaveText } from '../../src/platform/saving';

describe('the saveText port', () => {
  beforeEach(() => void jest.useFakeTimers());

  it('saves the text under its file name and revokes the object URL', async () => {
    const blobs: Blob[] = [];
    const released: string[] = [];
    const clicked: { href: string; download: string }[] = [];
    URL.createObjectURL = (blob: Blob) => `blob:https://app.test/${String(blobs.push(blob))}`;
    URL.revokeObjectURL = (address) => void released.push(address);
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push({ href: this.href, download: this.download });
    });
    createSaveText(document)('\uFEFFkey\r\n', 'receipts.csv', 'text/csv');
    expect(clicked).toEqual([{ href: 'blob:https://app.test/1', download: 'receipts.csv' }]);
    expect(document.querySelector('a')).toBeNull();
    expect(blobs[0]?.type).toBe('text/csv;charset=utf-8');
    const bytes = await new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(Buffer.from(reader.result as ArrayBuffer).toString('hex'));
      reader.readAsArrayBuffer(blobs[0]!);
      jest.runAllTicks();
      jest.advanceTimersByTime(1_000);
    });
    expect(bytes).toBe(Buffer.from('\uFEFFkey\r\n').toString('hex'));
    expect(released).toEqual([]);
    jest.advanceTimersByTime(60_000);
    expect(released).toEqual(['blob:https://app.test/1']);
  });

  it('saves a text in pieces without encoding all of them at once', async () => {
    const sizes: number[] = [];
    URL.createObjectURL = ({ size }: Blob) => `blob:https://app.test/${String(sizes.push(size))}`;
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    let now = 0;
    let longest = 0;
    let yieldedAt = 0;
    const { Blob: RealBlob } = globalThis;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    jest.spyOn(globalThis, 'Blob').mockImplementation((parts, options) => {
      now += typeof parts?.[0] === 'string' ? parts[0].length : 0;
      longest = Math.max(longest, now - yieldedAt);
      return new RealBlob(parts, options);
    });
    const { setTimeout } = globalThis;
    jest.spyOn(globalThis, 'setTimeout').mockImplementation((...args) => {
      yieldedAt = now;
      return setTimeout(...args);
    });
    createSaveText(document)(
      Array.from({ length: 100 }, () => 'row\r\n'),
      'comparison.csv',
      'text/csv',
    );
    await jest.advanceTimersByTimeAsync(1_000);
    expect(sizes).toEqual([500]);
    expect(longest).toBeLessThan(20);
    jest.restoreAllMocks();
  });
});
