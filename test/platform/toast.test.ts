import { act, fireEvent, screen } from '@testing-library/react';
import type { Ports, ToastSeverity } from '../../src/platform/ports';
import { createToasts } from '../../src/platform/toast';
import { mountToastStack } from '../../src/platform/toastStack';

/** What the movements out of the screen take at most. */
const LEAVING_MS = 1_000;
const STEP_MS = 50;

describe('toasts whose code is not there yet', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('wait for it, and come in their order', async () => {
    const shown: string[] = [];
    let arrive: ((show: Ports['toast']) => void) | undefined;
    const toast = createToasts(() => new Promise((resolve) => (arrive = resolve)));
    toast('first', 'info');
    toast('second', 'error');
    expect(shown).toEqual([]);
    arrive?.((text, severity) => void shown.push(`${severity}: ${text}`));
    await jest.advanceTimersByTimeAsync(0);
    toast('third', 'success');
    expect(shown).toEqual(['info: first', 'error: second', 'success: third']);
  });

  it('are shown without letters that turn others round, on one line', async () => {
    const shown: string[] = [];
    const toast = createToasts(() => Promise.resolve((text) => void shown.push(text)));
    toast('photo\u202efit.exe failed:\nwhy', 'error');
    await jest.advanceTimersByTimeAsync(0);
    toast('a\u2066b', 'error');
    expect(shown).toEqual(['photo[U+202E]fit.exe failed: why', 'a[U+2066]b']);
  });

  it('load it once, and not before there is something to tell', async () => {
    let loads = 0;
    const toast = createToasts(() => {
      loads += 1;
      return Promise.resolve(() => undefined);
    });
    expect(loads).toBe(0);
    toast('first', 'info');
    toast('second', 'info');
    await jest.advanceTimersByTimeAsync(0);
    toast('third', 'info');
    expect(loads).toBe(1);
  });

  it('are not lost while the network is: each comes once when it is back', async () => {
    const shown: string[] = [];
    let isOnline = false;
    const toast = createToasts(() =>
      isOnline ? Promise.resolve((text) => void shown.push(text)) : Promise.reject(new Error('Loading chunk failed')),
    );
    toast('first', 'error');
    await jest.advanceTimersByTimeAsync(60_000);
    toast('second', 'error');
    expect(shown).toEqual([]);
    isOnline = true;
    await jest.advanceTimersByTimeAsync(2_000);
    expect(shown).toEqual(['first', 'second']);
  });
});

describe('the stack of toasts', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
    document.body.replaceChildren();
  });

  async function mountStack() {
    const stack = await act(() => Promise.resolve({ toast: mountToastStack(document) }));
    const toast = await stack.toast;
    return {
      tell: (...args: Parameters<Ports['toast']>) => act(() => toast(...args)),
      // In steps, since React draws at the end of each: what is drawn starts the next timer.
      pass: async (milliseconds: number) => {
        for (let left = milliseconds; left >= 0; left -= STEP_MS) {
          await act(() => jest.advanceTimersByTimeAsync(Math.min(left, STEP_MS)));
        }
      },
      texts: () => screen.queryAllByRole('alert').map((alert) => alert.textContent),
    };
  }

  it('tells each as an alert, which screen readers say at once', async () => {
    const { tell, pass, texts } = await mountStack();
    tell('The network is gone.', 'error');
    tell('It is back.', 'info');
    await pass(0);
    expect(texts()).toEqual(['The network is gone.', 'It is back.']);
  });

  it('stands at the top right', async () => {
    const { tell, pass } = await mountStack();
    tell('The network is gone.', 'error');
    await pass(0);
    const place = screen.getByRole('alert').closest('.notistack-SnackbarContainer');
    expect(place).not.toBeNull();
    const { top, right, left, bottom } = getComputedStyle(place ?? document.body);
    expect({ top, right, left, bottom }).toEqual({ top: '14px', right: '20px', left: '', bottom: '' });
  });

  it.each<[ToastSeverity, number]>([
    ['error', 10_000],
    ['success', 10_000],
    ['info', 5_000],
    ['warning', 5_000],
  ])('shows what is told as %s for %d ms', async (severity, lifetimeMs) => {
    const { tell, pass, texts } = await mountStack();
    tell('Something happened.', severity);
    await pass(lifetimeMs - 100);
    expect(texts()).toEqual(['Something happened.']);
    await pass(100 + LEAVING_MS);
    expect(texts()).toEqual([]);
  });

  it('shows the same trouble, told ten times, as one with a count beside its exact text', async () => {
    const { tell, pass, texts } = await mountStack();
    for (let time = 0; time < 10; time += 1) tell('Error uploading file.', 'error');
    await pass(1_000);
    expect(texts()).toEqual(['Error uploading file. (10 times)']);
    expect(screen.getByText('Error uploading file.', { exact: true })).toBeInTheDocument();
  });

  it('lets the time of a trouble start again when it is told again', async () => {
    const { tell, pass, texts } = await mountStack();
    tell('Error uploading file.', 'error');
    await pass(9_000);
    tell('Error uploading file.', 'error');
    await pass(9_000);
    expect(texts()).toEqual(['Error uploading file. (2 times)']);
    await pass(1_000 + LEAVING_MS);
    expect(texts()).toEqual([]);
  });

  it('begins to count anew once a trouble has left the screen', async () => {
    const { tell, pass, texts } = await mountStack();
    tell('Error uploading file.', 'error');
    await pass(10_000 + LEAVING_MS);
    tell('Error uploading file.', 'error');
    await pass(0);
    expect(texts()).toEqual(['Error uploading file.']);
  });

  it('counts what is told anew while the toast of before is just leaving', async () => {
    const { tell, pass, texts } = await mountStack();
    tell('Error uploading file.', 'error');
    await pass(10_000);
    tell('Error uploading file.', 'error');
    await pass(LEAVING_MS);
    expect(texts()).toEqual(['Error uploading file.']);
  });

  it('hides no trouble behind another: texts and severities that differ stand apart', async () => {
    const { tell, pass, texts } = await mountStack();
    tell('Request failed with Error a', 'error');
    tell('Request failed with Error b', 'error');
    tell('Request failed with Error b', 'warning');
    await pass(1_000);
    expect(texts()).toEqual([
      'Request failed with Error a',
      'Request failed with Error b',
      'Request failed with Error b',
    ]);
  });

  it('counts on while a fifth trouble pushes the oldest away', async () => {
    const { tell, pass, texts } = await mountStack();
    for (const name of ['a', 'b', 'c', 'd', 'd', 'e']) tell(name, 'error');
    await pass(3_000);
    expect(texts()).toEqual(['b', 'c', 'd (2 times)', 'e']);
  });

  it('stays while somebody points at it, or looks at another window', async () => {
    const { tell, pass, texts } = await mountStack();
    tell('The network is gone.', 'error');
    await pass(5_000);
    act(() => void window.dispatchEvent(new Event('blur')));
    tell('The network is gone.', 'error');
    await pass(15_000);
    expect(texts()).toEqual(['The network is gone. (2 times)']);
    act(() => void window.dispatchEvent(new Event('focus')));
    await pass(5_000);
    fireEvent.mouseOver(screen.getByRole('alert'));
    await pass(15_000);
    expect(texts()).toHaveLength(1);
    fireEvent.mouseOut(screen.getByRole('alert'));
    await pass(10_000 + LEAVING_MS);
    expect(texts()).toEqual([]);
  });

  it('draws the count of thousands of troubles a few times a second', async () => {
    const { tell, pass, texts } = await mountStack();
    for (let time = 0; time < 5_000; time += 1) tell('Error uploading file.', 'error');
    expect(texts()).toEqual(['Error uploading file.']);
    await pass(250);
    expect(texts()).toEqual(['Error uploading file. (5,000 times)']);
  });
});
