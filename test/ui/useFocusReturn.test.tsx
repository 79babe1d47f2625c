import { act, render, screen } from '@testing-library/react';
import { useFocusReturn } from '../../src/ui/useFocusReturn';
import { pass } from '../support/virtualTime';

interface PageProps {
  readonly opened: boolean;
  readonly hasRow?: boolean;
}

/** A page with a dialog that a row opens. */
function Page({ opened, hasRow = true }: PageProps) {
  useFocusReturn(opened);
  return (
    <>
      <main tabIndex={-1}>
        {hasRow && <button>Row</button>}
        <button>Elsewhere</button>
      </main>
      {opened && <button>In the dialog</button>}
    </>
  );
}

beforeEach(() => void jest.useFakeTimers());

const button = (name: string) => screen.getByRole('button', { name });

/** Opens the dialog from the row and focuses it. Returns a function that closes it. */
function openDialog() {
  const { rerender } = render(<Page opened={false} />);
  button('Row').focus();
  rerender(<Page opened />);
  button('In the dialog').focus();
  return async (after: PageProps, beforeClose: () => void = () => undefined): Promise<void> => {
    rerender(<Page {...after} />);
    beforeClose();
    await act(() => pass(100));
  };
}

it('useFocusReturn returns the focus to the element that opened the dialog', async () => {
  const close = openDialog();
  await close({ opened: false });
  expect(button('Row')).toHaveFocus();
});

it('useFocusReturn moves the focus to the main content if that element is gone', async () => {
  const close = openDialog();
  await close({ opened: false, hasRow: false });
  expect(screen.getByRole('main')).toHaveFocus();
});

it('useFocusReturn leaves the focus alone if the user has moved it', async () => {
  const close = openDialog();
  await close({ opened: false }, () => button('Elsewhere').focus());
  expect(button('Elsewhere')).toHaveFocus();
});
