/** A reason why the server can't start, in words that say what to do. `reportFailure.ts` prints it and exits with code 1. */
export class StartupFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartupFailure';
  }
}
