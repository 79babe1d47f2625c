import { loadLate } from '../../src/platform/loadLate';

describe('a port whose code comes with its first call', () => {
  it('has an answer of its own while the code can’t be loaded, and works when it can', async () => {
    let isOnline = false;
    const length = (text: string) => Promise.resolve(text.length);
    const measure = loadLate(
      () => (isOnline ? Promise.resolve(length) : Promise.reject<typeof length>(new Error('offline'))),
      (text) => -text.length,
    );
    expect(await measure('abc')).toBe(-3);
    isOnline = true;
    expect(await measure('abc')).toBe(3);
  });

  it('tells of each load that fails', async () => {
    const told: unknown[] = [];
    const error = new Error('no chunk');
    const port = loadLate(
      () => Promise.reject<() => Promise<number>>(error),
      () => 0,
      (failure) => told.push(failure),
    );
    await port();
    await port();
    expect(told).toEqual([error, error]);
  });

  it('takes calls that come meanwhile in their order', async () => {
    const begun: string[] = [];
    const note = loadLate(
      () => Promise.resolve((text: string) => Promise.resolve(begun.push(text))),
      () => 0,
    );
    await Promise.all(['first', 'second', 'third'].map((text) => note(text)));
    expect(begun).toEqual(['first', 'second', 'third']);
  });

  it('is not loaded before it is called', async () => {
    let loads = 0;
    const port = loadLate(
      () => {
        loads += 1;
        return Promise.resolve(() => Promise.resolve('there'));
      },
      () => 'not there',
    );
    expect(loads).toBe(0);
    expect(await port()).toBe('there');
    expect(loads).toBe(1);
  });

  it('lets a failure of the port itself through', async () => {
    const port = loadLate(
      () => Promise.resolve((): Promise<string> => Promise.reject(new Error('its own'))),
      () => 'not there',
    );
    await expect(port()).rejects.toThrow('its own');
  });
});
