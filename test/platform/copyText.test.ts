import { createCopyText } from '../../src/platform/saving';

it('the copyText port copies text to the clipboard', async () => {
  const writeText = jest.fn().mockResolvedValue(undefined);
  const clipboard = Object.assign(new EventTarget(), { writeText }) as unknown as Clipboard;
  expect(await createCopyText({ clipboard })('abc')).toBe(true);
  expect(writeText).toHaveBeenCalledWith('abc');
});

it('the copyText port resolves to false if the browser has no clipboard or denies it', async () => {
  const writeText = jest.fn().mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  const clipboard = Object.assign(new EventTarget(), { writeText }) as unknown as Clipboard;
  expect(await createCopyText({ clipboard })('abc')).toBe(false);
  expect(await createCopyText({})('abc')).toBe(false);
});
