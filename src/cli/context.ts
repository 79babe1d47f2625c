import type { Output } from './output';

/** What a command needs from the program. */
export interface Context {
  /** The folder of the login and of the records. */
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly version: string;
  /** The file of the program. */
  readonly script?: URL | undefined;
  readonly output: Output;
  readonly isVerbose: boolean;
  /** The file for a recording. */
  readonly record?: string | undefined;
  /** Aborted by the first Ctrl-C. */
  readonly signal: AbortSignal;
}
