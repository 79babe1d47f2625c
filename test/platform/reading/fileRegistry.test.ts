import { createFileRegistry } from '../../../src/platform/reading/fileRegistry';

it('the file registry forgets a released file', () => {
  const registry = createFileRegistry(() => 'id');
  const file = new File(['x'], 'a.tif');
  expect(registry.get(registry.add(file))).toBe(file);
  registry.release('id');
  expect(registry.get('id')).toBeUndefined();
});
