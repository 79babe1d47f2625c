import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { FormDialog } from '../../src/ui/FormDialog';
import { renderRoute } from '../support/renderRoute';

let comes = true;
jest.mock('../../src/ui/FormModal', () => {
  if (!comes) throw new Error('ChunkLoadError');
  return { FormModal: ({ opened }: { readonly opened: boolean }) => (opened ? <div role="dialog" /> : null) };
});

/** A button and the dialog that it opens, which is always mounted. */
function Asking() {
  const [asks, setAsks] = useState(false);
  const [, setCount] = useState(0);
  return (
    <>
      <button onClick={() => setCount((count) => count + 1)}>Draw again</button>
      <button onClick={() => setAsks(true)}>Ask</button>
      <FormDialog
        title="Sure?"
        opened={asks}
        onClose={() => setAsks(false)}
        submitLabel="Yes"
        pending={false}
        onSubmit={() => undefined}
      >
        This can’t be undone.
      </FormDialog>
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
