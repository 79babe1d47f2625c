/** Turns an unhandled member of a union into a compile-time error, and throws at run time. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
