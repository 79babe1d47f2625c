import { Component, type ErrorInfo, type ReactNode } from 'react';

/** What a part of the page threw. */
export interface CaughtError {
  readonly error: unknown;
  /** The components around the place, innermost first; empty where React does not tell. */
  readonly componentStack: string;
}

interface ErrorBoundaryProps {
  /** Stands in place of the children once they threw. `retry` shows them again. */
  readonly fallback: (caught: CaughtError, retry: () => void) => ReactNode;
  /** Another one shows the children again: the page is another. */
  readonly resetKey?: string;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly caught: CaughtError | undefined;
}

/** Keeps an error of its children to their place on the page. */
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
    return caught === undefined ? this.props.children : this.props.fallback(caught, this.#retry);
  }
}
