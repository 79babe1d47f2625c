import { createCopyText } from '../../src/platform/saving';

describe('a text that is copied', () => {
  it('is on the clipboard', async () => {
    const writeText = jest.fn().mockResolvedValue(undefined);
    const clipboard = Object.assign(new EventTarget(), { writeText }) as unknown as Clipboard;
    expect(await createCopyText({ clipboard })('abc')).toBe(true);
    expect(writeText).toHaveBeenCalledWith('abc');
  });

  it('is not, where the browser has no clipboard or refuses, and the answer says so', async () => {
    const writeText = jest.fn().mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    const clipboard = Object.assign(new EventTarget(), { writeText }) as unknown as Clipboard;
    expect(await createCopyText({ clipboard })('abc')).toBe(false);
    expect(await createCopyText({})('abc')).toBe(false);
  });
});
