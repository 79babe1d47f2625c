import { createPreferences } from '../../src/platform/browserStorage';

it('what a person prefers outlives the page in cookies', () => {
  const preferences = createPreferences(document);
  expect(preferences.get('color-scheme')).toBeUndefined();
  preferences.set('color-scheme', 'dark');
  preferences.set('shortcuts', 'off');
  expect([preferences.get('color-scheme'), preferences.get('shortcuts')]).toEqual(['dark', 'off']);
});
