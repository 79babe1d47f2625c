/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import { createSaveText } from '../../src/platform/saving';

describe('the saveText port', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

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
});
