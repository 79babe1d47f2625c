/** Makes an unhandled member of a union a compile error, and a loud one at run time. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
