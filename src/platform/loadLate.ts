/**
 * A port whose code comes with its first call. Calls that come meanwhile wait, in their order. A load that fails is tried
 * again with the next call.
 * @param load gives the port
 * @param otherwise what a call answers when its code could not be loaded
 */
export function loadLate<Args extends readonly unknown[], Answer>(
  load: () => Promise<(...args: Args) => Promise<Answer>>,
  otherwise: (...args: Args) => Answer,
): (...args: Args) => Promise<Answer> {
  return async (...args) => {
    let port: (...args: Args) => Promise<Answer>;
    try {
      port = await load();
    } catch {
      return otherwise(...args);
    }
    return port(...args);
  };
}
