/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import '@testing-library/jest-dom';
import { createSaveToDisk } from '../../src/platform/saving';

describe('the saveToDisk port', () => {
  function clickedLinks(url: string, onNoFile = (): void => undefined): HTMLAnchorElement[] {
    const clicked: HTMLAnchorElement[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this);
    });
    createSaveToDisk(document)(url, 'brains.zip', onNoFile);
    return clicked;
  }
  const frame = () => document.querySelector('iframe');

  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => jest.runOnlyPendingTimers());

  it('clicks a link that sends no referrer', () => {
    const [link] = clickedLinks('https://files.test/a.zip?signature=x');
    expect(link).toMatchObject({ download: 'brains.zip', rel: 'noreferrer', referrerPolicy: 'no-referrer' });
    expect(document.querySelector('a')).toBeNull();
  });

  it('opens the link in a hidden sandboxed frame, which is removed later', () => {
    const [link] = clickedLinks('https://files.test/a.zip');
    expect(link?.target).toBe(frame()?.name);
    expect(frame()).toHaveAttribute('hidden');
    expect(frame()).toHaveAttribute('sandbox', 'allow-downloads');
    jest.advanceTimersByTime(600_000);
    expect(frame()).toBeNull();
  });

  it('reports a response that is a page', () => {
    const onNoFile = jest.fn();
    clickedLinks('https://files.test/a.zip', onNoFile);
    frame()?.dispatchEvent(new Event('load'));
    // Every frame starts with an empty page.
    expect(onNoFile).not.toHaveBeenCalled();
    frame()?.dispatchEvent(new Event('load'));
    expect(onNoFile).toHaveBeenCalledTimes(1);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'blob:https://a/b', 'http://'])(
    'refuses %s',
    (url) => {
      expect(clickedLinks(url)).toEqual([]);
    },
  );
});
