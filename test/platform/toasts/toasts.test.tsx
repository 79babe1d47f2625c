import { act, fireEvent, screen } from '@testing-library/react';
import { nameInText } from '@data-manager/domain/names/shownName';
import type { Ports } from '../../../src/platform/ports';
import type { ToastSeverity } from '../../../src/platform/toasts/toastPorts';
import { createToasts, type ToastStack } from '../../../src/platform/toasts/toasts';
import { mountToastStack } from '../../../src/platform/toasts/toastStack';
import { pass } from '../../support/virtualTime';

/** Upper bound of the exit animation. */
const LEAVING_MS = 1_000;
const STEP_MS = 50;

function toastsTo(toast: Ports['toast']): ToastStack {
  return { toast, closeToasts: () => undefined };
}

describe('toasts shown before their stack is mounted', () => {
  beforeEach(() => void jest.useFakeTimers());

  it('shows earlier toasts in order once their stack is mounted', async () => {
    const shown: string[] = [];
    let arrive: ((stack: ToastStack) => void) | undefined;
    const { toast } = createToasts(() => new Promise((resolve) => (arrive = resolve)));
    toast('first', 'info');
    toast('second', 'error');
    expect(shown).toEqual([]);
    arrive?.(toastsTo((text, severity) => void shown.push(`${severity}: ${text}`)));
    await pass(0);
    toast('third', 'success');
    await pass(0);
    expect(shown).toEqual(['info: first', 'error: second', 'success: third']);
  });

  it('mounts the stack once, with the first toast', async () => {
    let mounts = 0;
    const { toast } = createToasts(() => {
      mounts += 1;
      return Promise.resolve(toastsTo(() => undefined));
    });
    expect(mounts).toBe(0);
    toast('first', 'info');
    toast('second', 'info');
    await pass(0);
    toast('third', 'info');
    expect(mounts).toBe(1);
  });
});

describe('the toast stack', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => document.body.replaceChildren());

  async function mountStack() {
    const stack = await act(() => Promise.resolve({ mounted: mountToastStack(document) }));
    const { toast, closeToasts } = await stack.mounted;
    return {
      show: (...args: Parameters<Ports['toast']>) => act(() => toast(...args)),
      close: (...args: Parameters<Ports['closeToasts']>) => act(() => closeToasts(...args)),
      // In steps: React renders at the end of each, and rendering starts the next timer.
      pass: async (milliseconds: number) => {
        for (let left = milliseconds; left >= 0; left -= STEP_MS) {
          await act(() => pass(Math.min(left, STEP_MS)));
        }
      },
      texts: () => screen.queryAllByRole('alert').map((alert) => alert.textContent),
    };
  }

  it('renders each toast with role alert', async () => {
    const { show, pass, texts } = await mountStack();
    show('The network is gone.', 'error');
    show('It is back.', 'info');
    await pass(0);
    expect(texts()).toEqual(['The network is gone.', 'It is back.']);
  });

  it('a sentence with a name is a single element of the toast, so that its spaces stay', async () => {
    const { show, pass } = await mountStack();
    show(`This page may not write into ${nameInText('lab disk')}. Allow it, then try again.`, 'warning');
    await pass(0);
    const item = screen.getByText('lab disk').closest('#notistack-snackbar > *');
    expect(item).toHaveTextContent('This page may not write into lab disk. Allow it, then try again.');
  });

  it('runs the action of a toast once, and closes the toast', async () => {
    const { show, pass, texts } = await mountStack();
    const run = jest.fn();
    show('Dataset deleted.', 'success', { label: 'Undo', run, path: 'acme/brains/TC042' });
    await pass(0);
    act(() => screen.getByRole('button', { name: 'Undo' }).click());
    await pass(LEAVING_MS);
    expect(run).toHaveBeenCalledTimes(1);
    expect(texts()).toEqual([]);
  });

  it('closes all toasts', async () => {
    const { show, close, pass, texts } = await mountStack();
    show('a.tif is deleted.', 'success', { label: 'Undo', run: () => undefined, path: 'acme/brains' });
    show('The network is gone.', 'error');
    await pass(0);
    close();
    await pass(LEAVING_MS);
    expect(texts()).toEqual([]);
  });

  it('closes toasts whose action is obsolete', async () => {
    const { show, close, pass, texts } = await mountStack();
    const undo = (path: string) => ({ label: 'Undo', run: () => undefined, path });
    show('Dataset “TC042” deleted.', 'success', undo('acme/brains/TC042'));
    show('Dataset “TC042” deleted.', 'success', undo('acme/kidneys/TC042'));
    show('Something happened.', 'info');
    close(({ path }) => path?.startsWith('acme/brains/') === true);
    await pass(LEAVING_MS);
    expect(texts()).toEqual(['Dataset “TC042” deleted.Undo', 'Something happened.']);
  });

  it('closes toasts by their text, and shows the same text again while they leave the screen', async () => {
    const { show, close, pass, texts } = await mountStack();
    show('Error uploading file.', 'error');
    show('Something happened.', 'info');
    await pass(LEAVING_MS);
    close(({ text }) => text === 'Error uploading file.');
    show('Error uploading file.', 'error');
    await pass(LEAVING_MS);
    expect(texts()).toEqual(['Something happened.', 'Error uploading file.']);
  });

  it('closes toasts that wait for a place, too', async () => {
    const { show, close, pass, texts } = await mountStack();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) show(name, 'error');
    close();
    await pass(3_000);
    expect(texts()).toEqual([]);
  });

  it('shows at most two toasts in a low window', async () => {
    const original = window.matchMedia('all');
    const matchMedia = jest
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) => Object.assign(original, { matches: query === '(max-height: 40em)' }));
    const { show, pass, texts } = await mountStack();
    for (const name of ['a', 'b', 'c']) show(name, 'error');
    await pass(3_000);
    expect(texts()).toEqual(['b', 'c']);
    matchMedia.mockRestore();
  });

  it('closes a toast when it is dismissed', async () => {
    const { show, pass, texts } = await mountStack();
    show('The network is gone.', 'error');
    await pass(0);
    act(() => screen.getByRole('button', { name: 'Dismiss' }).click());
    await pass(LEAVING_MS);
    expect(texts()).toEqual([]);
  });

  it('renders toasts at the top right', async () => {
    const { show, pass } = await mountStack();
    show('The network is gone.', 'error');
    await pass(0);
    const place = screen.getByRole('alert').closest('.notistack-SnackbarContainer');
    expect(place).not.toBeNull();
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules] as CSSStyleRule[]);
    const own = rules.filter(({ selectorText }) => place?.matches(selectorText) === true);
    const placed = (name: string) => own.map(({ style }) => style.getPropertyValue(name)).filter(Boolean);
    expect(['top', 'right', 'left', 'bottom'].map(placed)).toEqual([['14px'], ['20px'], [], []]);
  });

  it.each<[ToastSeverity, number]>([
    ['error', 10_000],
    ['success', 10_000],
    ['info', 5_000],
    ['warning', 5_000],
  ])('shows a toast of severity %s for %d ms', async (severity, lifetimeMs) => {
    const { show, pass, texts } = await mountStack();
    show('Something happened.', severity);
    await pass(lifetimeMs - 100);
    expect(texts()).toEqual(['Something happened.']);
    await pass(100 + LEAVING_MS);
    expect(texts()).toEqual([]);
  });

  it('shows a toast once while the same text is repeated', async () => {
    const { show, pass, texts } = await mountStack();
    for (let time = 0; time < 10; time += 1) show('Error uploading file.', 'error');
    await pass(1_000);
    expect(texts()).toEqual(['Error uploading file.']);
    expect(screen.getByText('Error uploading file.', { exact: true })).toBeInTheDocument();
  });

  it('shows the same text again once its toast has left the screen', async () => {
    const { show, pass, texts } = await mountStack();
    show('Error uploading file.', 'error');
    await pass(10_000 + LEAVING_MS);
    show('Error uploading file.', 'error');
    await pass(0);
    expect(texts()).toEqual(['Error uploading file.']);
  });

  it('shows toasts that differ in text or severity separately', async () => {
    const { show, pass, texts } = await mountStack();
    show('Request failed with Error a', 'error');
    show('Request failed with Error b', 'error');
    show('Request failed with Error b', 'warning');
    await pass(1_000);
    expect(texts()).toEqual([
      'Request failed with Error a',
      'Request failed with Error b',
      'Request failed with Error b',
    ]);
  });

  it('replaces the oldest of four toasts when a fifth arrives', async () => {
    const { show, pass, texts } = await mountStack();
    for (const name of ['a', 'b', 'c', 'd', 'd', 'e']) show(name, 'error');
    await pass(3_000);
    expect(texts()).toEqual(['b', 'c', 'd', 'e']);
  });

  it('keeps a toast while the pointer is over it and while the window is in the background', async () => {
    const { show, pass, texts } = await mountStack();
    show('The network is gone.', 'error');
    await pass(5_000);
    act(() => void window.dispatchEvent(new Event('blur')));
    await pass(15_000);
    expect(texts()).toEqual(['The network is gone.']);
    act(() => void window.dispatchEvent(new Event('focus')));
    await pass(4_000);
    fireEvent.mouseOver(screen.getByRole('alert'));
    await pass(15_000);
    expect(texts()).toHaveLength(1);
    fireEvent.mouseOut(screen.getByRole('alert'));
    await pass(10_000 + LEAVING_MS);
    expect(texts()).toEqual([]);
  });
});
