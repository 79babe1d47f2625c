import { act, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import {
  cancelRequested,
  comparisonEnded,
  comparisonPaused,
  comparisonResumed,
  dismissRequested,
  pauseRequested,
  progressSampled,
  resumeRequested,
  waitingEnded,
  waitingStarted,
} from '../../../src/transfers/comparisons/comparisonsSlice';
import { aComparison } from '../../support/builders';
import { createFakeDisk } from '../../support/fakeDisk';
import { createFakePorts, TIMER_CLOCK } from '../../support/fakePorts';
import { sentence } from '../../support/sentence';
import { renderPanel } from './renderPanel';

const id = 'comparison-1';
const panel = () => within(screen.getByRole('region', { name: 'Transfers' }));

describe('a comparison in the panel', () => {
  it('shows its progress, opens its screen, and pauses', async () => {
    const folder = { path: 'acme/brains/TC042/raw data', rootPath: 'acme/brains/TC042' };
    const { user, lastAction } = renderPanel({ comparisons: [aComparison(folder)] }, createFakePorts(), MemoryRouter);
    expect(panel().getByRole('tab', { name: 'Folders (1)' })).toHaveAttribute('aria-selected', 'true');
    expect(panel().getByRole('progressbar', { name: 'Disk ↔ raw data' })).toHaveAttribute('aria-valuenow', '50');
    expect(panel().getByText(/^4 of 8 files, /)).toBeInTheDocument();
    expect(panel().getByRole('link', { name: 'Open' })).toHaveAttribute(
      'href',
      '/acme/brains/TC042?folder=raw+data&compare=',
    );
    await user.click(panel().getByRole('button', { name: 'Pause' }));
    expect(lastAction()).toEqual(pauseRequested({ id }));
  });

  describe('that hashes a byte per second', () => {
    function hashFor(seconds: number) {
      jest.useFakeTimers();
      const ports = createFakePorts({ clock: TIMER_CLOCK });
      const { store } = renderPanel({ comparisons: [aComparison()] }, ports, MemoryRouter);
      for (let second = 1; second <= seconds; second += 1) {
        act(() => {
          const progress = { ...aComparison(), bytesHashed: 40 + second };
          store.dispatch(progressSampled({ id, progress }));
        });
        act(() => jest.advanceTimersByTime(1_000));
      }
      return store;
    }

    it('forecasts when it will be done', () => {
      hashFor(5);
      expect(panel().getByText(/^Comparing contents/)).toHaveTextContent('1 Bytes/s · 40 s left');
    });

    it('does not count a pause in its rate', () => {
      const store = hashFor(5);
      act(() => void store.dispatch(comparisonPaused({ id, at: 0 })));
      act(() => jest.advanceTimersByTime(60_000));
      act(() => void store.dispatch(comparisonResumed({ id })));
      expect(panel().getByText(/^Comparing contents/)).toHaveTextContent(/^Comparing contents$/);
    });
  });

  it('asks for permission before it resumes', async () => {
    const disk = createFakeDisk();
    disk.fail(() => 'forbidden');
    const ports = createFakePorts({ folders: disk.folders });
    const comparison = aComparison({ phase: 'paused', fault: 'forbidden' });
    const { user, lastAction } = renderPanel({ comparisons: [comparison] }, ports, MemoryRouter);
    expect(panel().getByText(/needs your permission to read/)).toBeInTheDocument();
    await user.click(panel().getByRole('button', { name: 'Resume' }));
    expect(lastAction()).not.toEqual(resumeRequested({ id }));
    expect(ports.recorded.toasts).toHaveLength(1);
    disk.fail(() => undefined);
    await user.click(panel().getByRole('button', { name: 'Resume' }));
    expect(lastAction()).toEqual(resumeRequested({ id }));
  });

  it('cancels after a confirmation', async () => {
    const { user, lastAction } = renderPanel({ comparisons: [aComparison()] }, createFakePorts(), MemoryRouter);
    await user.click(panel().getByRole('button', { name: 'Cancel' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(lastAction()).toEqual(cancelRequested({ id }));
  });

  it('says that a comparison waits for the network or the session before it lists the server', () => {
    const waiting = aComparison({ phase: 'matching', waiting: 'network' });
    const { store } = renderPanel({ comparisons: [waiting] }, createFakePorts(), MemoryRouter);
    expect(panel().getByText('Offline. The comparison continues automatically.')).toBeInTheDocument();
    act(() => void store.dispatch(waitingStarted({ id, reason: 'session' })));
    expect(panel().getByText('Signed out. The comparison continues after you sign in.')).toBeInTheDocument();
    act(() => void store.dispatch(waitingEnded({ id })));
    expect(panel().getByText('Comparing names and sizes')).toBeInTheDocument();
  });

  it('retries if the server could not be listed', async () => {
    const comparison = aComparison({ phase: 'failed' });
    const { user, lastAction } = renderPanel({ comparisons: [comparison] }, createFakePorts(), MemoryRouter);
    expect(panel().getByText(/^The files on the server could not be listed\. /)).toBeInTheDocument();
    await user.click(panel().getByRole('button', { name: 'Retry' }));
    expect(lastAction()).toEqual(resumeRequested({ id }));
  });

  it('announces its end, shows the counts, and is dismissed', async () => {
    const { store, user, lastAction } = renderPanel({ comparisons: [aComparison()] }, createFakePorts(), MemoryRouter);
    act(() => void store.dispatch(comparisonEnded({ id, at: 9 })));
    expect(screen.getByText(sentence('The comparison with TC042 is finished.'))).toBeInTheDocument();
    expect(panel().getByText(/^3 identical, 1 different, 0 only in the folder/)).toBeInTheDocument();
    await user.click(panel().getByRole('button', { name: 'Dismiss' }));
    expect(lastAction()).toEqual(dismissRequested({ id }));
  });
});
