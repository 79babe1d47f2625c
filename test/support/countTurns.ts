/** Counts the turns of the event loop in which others can run during a task. */
export async function countTurns<Answer>(
  task: () => PromiseLike<Answer>,
): Promise<{ readonly turns: number; readonly answer: Answer }> {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  try {
    const answer = await task();
    return { turns, answer };
  } finally {
    clearImmediate(next);
  }
}
