import { createMemoryWindow } from '../../src/app/devtools/replay/memoryWindow';
import { createAppHistory } from '../../src/platform/appHistory';

/** Opens `/one`, then navigates to `/two` and `/three`. */
function open() {
  const window = createMemoryWindow('/one');
  const history = createAppHistory(window);
  history.navigator.push('/two');
  history.navigator.push('/three?q=a', { focus: true });
  const paths: string[] = [];
  history.subscribe(({ location, type }) => void paths.push(`${type} ${location.pathname}`));
  return { window, history, paths, back: () => window.history.go(-1), forward: () => window.history.go(1) };
}

describe('the history of the app', () => {
  it('keeps the state of an entry when the user returns to it', () => {
    const { history, back, forward } = open();
    back();
    expect(history.current().location).toMatchObject({ pathname: '/two', search: '', state: null });
    forward();
    expect(history.current()).toMatchObject({ type: 'POP', location: { search: '?q=a', state: { focus: true } } });
  });

  it('resolves a search against the current path and replaces the entry', () => {
    const { window, history, back } = open();
    history.navigator.replace({ search: '?q=b' });
    expect(window.location).toMatchObject({ pathname: '/three', search: '?q=b' });
    back();
    expect(window.location.pathname).toBe('/two');
  });

  it('continues counting from the position before a reload', () => {
    const { window, back } = open();
    const history = createAppHistory(window);
    const guard = jest.fn(() => true);
    history.guard(guard);
    back();
    expect(guard).toHaveBeenCalledTimes(1);
    expect(window.location.pathname).toBe('/three');
  });

  it('gives a fragment that the browser added without state a position', () => {
    const { window, history, back } = open();
    window.history.pushState(null, '', '/three?q=a#main');
    window.history.go(0);
    expect(history.current().location.hash).toBe('#main');
    history.guard(() => true);
    back();
    expect(window.location.hash).toBe('#main');
  });
});

describe('a guard of the history', () => {
  it('blocks a new entry until it proceeds', () => {
    const { window, history, paths } = open();
    let proceed = (): void => undefined;
    history.guard((next, go) => {
      proceed = go;
      return next.pathname === '/four';
    });
    history.navigator.push('/four');
    expect([window.location.pathname, paths]).toEqual(['/three', []]);
    proceed();
    expect([window.location.pathname, paths]).toEqual(['/four', ['PUSH /four']]);
  });

  it.each([
    ['back', -1, '/two'],
    ['two entries back', -2, '/one'],
  ])('reverts the browser’s navigation %s until it proceeds', (_title, delta, target) => {
    const { window, history, paths } = open();
    let proceed = (): void => undefined;
    const guard = jest.fn((_next: unknown, go: () => void) => {
      proceed = go;
      return true;
    });
    history.guard(guard);
    window.history.go(delta);
    expect([window.location.pathname, paths]).toEqual(['/three', []]);
    proceed();
    expect([window.location.pathname, paths]).toEqual([target, [`POP ${target}`]]);
    expect(guard).toHaveBeenCalledTimes(1);
  });

  it('no longer blocks once it is removed', () => {
    const { history, paths, back } = open();
    history.guard(() => true)();
    back();
    expect(paths).toEqual(['POP /two']);
  });
});
