import { act, screen, waitFor } from '@testing-library/react';
import type { Ports } from '../../src/platform/ports';
import { createToasts } from '../../src/platform/toast';
import { mountToastStack } from '../../src/platform/toastStack';

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
  it('tells each as an alert, which screen readers say at once, and none twice at a time', async () => {
    const { stack } = await act(() => Promise.resolve({ stack: mountToastStack(document) }));
    const toast = await stack;
    act(() => {
      toast('The network is gone.', 'error');
      toast('The network is gone.', 'error');
      toast('It is back.', 'info');
    });
    await waitFor(() => {
      expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
        'The network is gone.',
        'It is back.',
      ]);
    });
  });
});
