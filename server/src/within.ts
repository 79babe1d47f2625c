/** Waits for a check. @throws Error if it takes too long. */
export async function within<Result>(milliseconds: number, check: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no response within ${String(milliseconds)} ms`));
    }, milliseconds);
  });
  try {
    return await Promise.race([check, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
