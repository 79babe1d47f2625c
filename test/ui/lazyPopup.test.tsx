import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { lazyPopup } from '../../src/ui/lazyWithRetry';
import { renderRoute } from '../support/renderRoute';

interface QuestionProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

const Question = ({ opened }: QuestionProps) => (opened ? <div role="dialog" /> : null);

let comes = true;
const LazyQuestion = lazyPopup<QuestionProps>(() =>
  comes ? Promise.resolve(Question) : Promise.reject(new Error('ChunkLoadError')),
);

/** A button and the dialog that it opens, which is always mounted. */
function Asking() {
  const [asks, setAsks] = useState(false);
  const [, setCount] = useState(0);
  return (
    <>
      <button onClick={() => setCount((count) => count + 1)}>Draw again</button>
      <button onClick={() => setAsks(true)}>Ask</button>
      <LazyQuestion opened={asks} onClose={() => setAsks(false)} />
    </>
  );
}

it('shows one toast for a dialog whose chunk fails to load, and opens the dialog the next time', async () => {
  comes = false;
  const { ports } = renderRoute(<Asking />, { at: '/acme' });
  await act(async () => {});
  await userEvent.click(screen.getByRole('button', { name: 'Draw again' }));
  expect(ports.recorded.toasts).toEqual([]);

  const expected = [
    { text: 'This part of the page could not be loaded. Check your connection and try again.', severity: 'error' },
  ];
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  await act(async () => {});
  await userEvent.click(screen.getByRole('button', { name: 'Draw again' }));
  expect(ports.recorded.toasts).toEqual(expected);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

  comes = true;
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  expect(await screen.findByRole('dialog')).toBeVisible();
  expect(ports.recorded.toasts).toEqual(expected);
});
