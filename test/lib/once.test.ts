import { once } from '@data-manager/lib/once';

it('creates a value on the first call only, even one that is undefined', () => {
  const create = jest.fn((): number | undefined => undefined);
  const read = once(create);
  expect(create).not.toHaveBeenCalled();
  expect([read(), read()]).toEqual([undefined, undefined]);
  expect(create).toHaveBeenCalledTimes(1);
});
