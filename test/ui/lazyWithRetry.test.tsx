import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { ErrorBoundary } from '../../src/ui/ErrorBoundary';
import { isChunkLoadError, lazyWithRetry } from '../../src/ui/lazyWithRetry';

const Part = ({ name }: { readonly name: string }) => <p>{name}</p>;

describe('lazyWithRetry', () => {
  it('shows the fallback until the component has loaded', async () => {
    let resolve: (component: typeof Part) => void = () => undefined;
    const Lazy = lazyWithRetry<{ name: string }>(
      () => new Promise((settle) => (resolve = settle)),
      ({ name }) => `Loading ${name}`,
    );
    const page = render(<Lazy name="a" />);
    expect(page.container).toHaveTextContent('Loading a');
    await act(async () => {
      resolve(Part);
      await Promise.resolve();
    });
    expect(page.container).toHaveTextContent('a');
    expect(page.container).not.toHaveTextContent('Loading');
  });

  it('renders a preloaded component without the fallback and loads it only once', async () => {
    const load = jest.fn(() => Promise.resolve(Part));
    const Lazy = lazyWithRetry(load, 'Loading');
    await Promise.all([Lazy.preload(), Lazy.preload()]);
    const page = render(<Lazy name="a" />);
    expect(page.container).toHaveTextContent('a');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('throws a failed import to the error boundary and imports again when the boundary retries', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    let isOnline = false;
    const Lazy = lazyWithRetry(() => (isOnline ? Promise.resolve(Part) : Promise.reject(new Error('offline'))));
    render(
      <ErrorBoundary fallback={(_, retry) => <button onClick={retry}>Try again</button>}>
        <Lazy name="a" />
      </ErrorBoundary>,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    isOnline = true;
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('a')).toBeVisible();
  });
});

it('isChunkLoadError returns false for any other value', () => {
  fc.assert(fc.property(fc.anything(), (error) => expect(isChunkLoadError(error)).toBe(false)));
});

it.each([
  ['a failed script chunk', Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' }), true],
  ['a failed style chunk', Object.assign(new Error('Failed.'), { code: 'CSS_CHUNK_LOAD_FAILED' }), true],
  ['an error with the same message', new Error('Loading chunk 7 failed.'), false],
  ['a string', 'ChunkLoadError', false],
])('isChunkLoadError recognizes %s: %#', (_, error, expected) => {
  expect(isChunkLoadError(error)).toBe(expected);
});
