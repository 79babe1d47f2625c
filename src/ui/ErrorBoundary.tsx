import { Component, useEffect, type ErrorInfo, type ReactNode } from 'react';
import { usePorts } from '../platform/portsContext';
import { isChunkLoadError } from './lazyWithRetry';

/** An error thrown while rendering. */
export interface CaughtError {
  readonly error: unknown;
  /** Component stack, innermost first. Empty if React does not provide it. */
  readonly componentStack: string;
}

interface ErrorBoundaryProps {
  /** Replaces the children after an error. `retry` renders them again. */
  readonly fallback: (caught: CaughtError, retry: () => void) => ReactNode;
  /** A new key renders the children again. */
  readonly resetKey?: string;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly caught: CaughtError | undefined;
}

/** Catches errors of its children so that the rest of the page stays usable. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { caught: undefined };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { caught: { error, componentStack: '' } };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    this.setState({ caught: { error, componentStack: componentStack ?? '' } });
  }

  override componentDidUpdate({ resetKey }: ErrorBoundaryProps): void {
    if (resetKey !== this.props.resetKey && this.state.caught !== undefined) this.#retry();
  }

  readonly #retry = (): void => {
    this.setState({ caught: undefined });
  };

  override render(): ReactNode {
    const { caught } = this.state;
    if (caught === undefined) return this.props.children;
    return (
      <>
        {this.props.fallback(caught, this.#retry)}
        {isChunkLoadError(caught.error) && <RetryOnline retry={this.#retry} />}
      </>
    );
  }
}

/** Retries when the browser is back online. */
function RetryOnline({ retry }: { readonly retry: () => void }): null {
  const { page } = usePorts();
  useEffect(() => page.onOnline(retry), [page, retry]);
  return null;
}
