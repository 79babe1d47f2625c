/** Returns the code of an error of Node, such as `ENOENT`. Not by `instanceof`, since tests have an `Error` of their own. */
export function errorCode(error: unknown): string | undefined {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error;
  return isCoded && typeof error.code === 'string' ? error.code : undefined;
}
