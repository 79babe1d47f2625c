import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from 'react';
import { CODE_NOT_LOADED_TEXT } from '@data-manager/domain/failures/failureText';
import { failUnlessLeaving } from '../platform/leaving';
import { usePorts } from '../platform/portsContext';

/** A component in a chunk of its own. */
type LazyComponent<Props> = ComponentType<Props> & {
  /** Loads the chunk before the component is rendered. */
  readonly preload: () => Promise<void>;
};

/**
 * `React.lazy` with its own `Suspense`. A failed import reaches the nearest error boundary, as with `React.lazy`, but the
 * next component mounted, for example by "Try again", imports the module again.
 *
 * @param fallback shown while the chunk loads
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode | ((props: Props) => ReactNode) = null,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const loadOnce = (): Promise<ComponentType<Props>> => {
    loading ??= failUnlessLeaving(load()).then(
      (component) => (loaded = component),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };

  // React.lazy caches a rejected import, so a failure puts a new lazy component here.
  let latest = createLazy();
  function createLazy(): ComponentType<Props> {
    return lazy(async () => {
      try {
        return { default: await loadOnce() };
      } catch (error) {
        latest = createLazy();
        throw error;
      }
    });
  }

  function LazyWithRetry(props: Props) {
    // In state, so that a failed component stays mounted and throws until the error boundary remounts this one.
    const [Component, setComponent] = useState(() => loaded ?? latest);
    const isShown = useRef(false);
    // React keeps a Suspense fallback for at least 300 ms. A state update shows the component as soon as it has loaded;
    // once it is shown, another component in its place would mount it a second time.
    useEffect(() => {
      if (loaded === Component) return;
      loadOnce().then((component) => {
        if (!isShown.current) setComponent(() => component);
      }, noop);
    }, [Component]);
    return (
      <Suspense fallback={typeof fallback === 'function' ? fallback(props) : fallback}>
        <Component {...props} />
        <Shown flag={isShown} />
      </Suspense>
    );
  }
  return Object.assign(LazyWithRetry, {
    preload: async () => {
      await loadOnce();
    },
  });
}

/** Sets the flag when the content of its `Suspense` boundary is shown. */
function Shown({ flag }: { readonly flag: RefObject<boolean> }): null {
  useLayoutEffect(() => {
    flag.current = true;
  }, [flag]);
  return null;
}

/** A failed import is thrown by the lazy component. */
function noop(): void {}

/** Returns true if webpack or its style loader could not load a chunk. */
export function isChunkLoadError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'ChunkLoadError' || ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED');
}

/**
 * Creates a dialog or menu in a chunk of its own. If the chunk cannot be loaded, a toast reports it and the popup
 * closes; opening it again retries.
 *
 * @param trigger rendered until the popup has loaded, for example the button that opens a menu. A popup without a
 * trigger loads its chunk while it is closed, so that it opens immediately.
 */
export function lazyPopup<Props extends { readonly opened?: boolean; readonly onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  trigger?: (props: Props) => ReactNode,
): ComponentType<Props> {
  const Popup = lazyWithRetry(load);
  return function LazyPopup(props: Props) {
    const { opened = true, onClose } = props;
    const { toast } = usePorts();
    // Stays mounted once it has been opened, so that it can animate its closing.
    const [isMounted, setIsMounted] = useState(false);
    const reportFailure = useEffectEvent(() => {
      toast(CODE_NOT_LOADED_TEXT, 'error');
      onClose();
    });
    useEffect(() => {
      if (isMounted || (!opened && trigger !== undefined)) return undefined;
      let isCurrent = true;
      Popup.preload().then(
        () => {
          if (isCurrent && opened) setIsMounted(true);
        },
        () => {
          if (isCurrent && opened) reportFailure();
        },
      );
      return () => {
        isCurrent = false;
      };
    }, [opened, isMounted]);
    return isMounted ? <Popup {...props} /> : trigger?.(props);
  };
}
