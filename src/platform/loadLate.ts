/**
 * A port whose code comes with its first call. Calls that come meanwhile wait, in their order. A load that fails is tried
 * again with the next call.
 * @param load gives the port
 * @param otherwise what a call answers when its code could not be loaded
 * @param onFailure told of each load that fails, where the answer does not tell a person enough
 */
export function loadLate<Args extends readonly unknown[], Answer>(
  load: () => Promise<(...args: Args) => Promise<Answer>>,
  otherwise: (...args: Args) => Answer,
  onFailure?: (error: unknown) => void,
): (...args: Args) => Promise<Answer> {
  return async (...args) => {
    let port: (...args: Args) => Promise<Answer>;
    try {
      port = await load();
    } catch (error) {
      onFailure?.(error);
      return otherwise(...args);
    }
    return port(...args);
  };
}
