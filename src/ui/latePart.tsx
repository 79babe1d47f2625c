import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

/** How far a part is that comes when it is first shown. */
export interface LatePart<Part> {
  /** Undefined while it is on its way. */
  readonly Part: Part | undefined;
  /** Why it did not come. */
  readonly failure: { readonly error: unknown } | undefined;
  readonly tryAgain: () => void;
}

/**
 * Makes a hook for a part of the page whose code comes when it is first wanted. Unlike `lazy` of React it keeps no
 * failure: what did not come, because the network was gone, comes with a later try.
 */
export function createLatePart<Part>(load: () => Promise<Part>): (isWanted?: boolean) => LatePart<Part> {
  let loaded: Part | undefined;
  return (isWanted = true) => {
    const [Part, setPart] = useState(() => (isWanted ? loaded : undefined));
    const [failure, setFailure] = useState<LatePart<Part>['failure']>();
    const [tries, setTries] = useState(0);

    useEffect(() => {
      if (!isWanted) {
        // What is wanted again is tried again.
        setFailure(undefined);
        return undefined;
      }
      if (loaded !== undefined) {
        setPart(() => loaded);
        return undefined;
      }
      let isShown = true;
      load().then(
        (part) => {
          loaded = part;
          if (isShown) setPart(() => part);
        },
        (error: unknown) => {
          if (isShown) setFailure({ error });
        },
      );
      return () => {
        isShown = false;
      };
    }, [isWanted, tries]);

    const tryAgain = () => {
      setFailure(undefined);
      setTries((count) => count + 1);
    };
    return { Part, failure, tryAgain };
  };
}

/**
 * A part whose code comes when it is first shown. What did not come is an error of the nearest boundary, where trying
 * again loads it once more.
 * @param waiting stands there meanwhile
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  const useLatePart = createLatePart(load);
  return function Late(props: Props) {
    const { Part, failure } = useLatePart();
    if (failure !== undefined) throw failure.error;
    return Part === undefined ? waiting : <Part {...props} />;
  };
}
