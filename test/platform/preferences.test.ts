/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import { createPreferences } from '../../src/platform/browserStorage';

it('preferences are stored in cookies that outlive the page', () => {
  const preferences = createPreferences(document);
  expect(preferences.get('color-scheme')).toBeUndefined();
  preferences.set('color-scheme', 'dark');
  preferences.set('shortcuts', 'off');
  expect([preferences.get('color-scheme'), preferences.get('shortcuts')]).toEqual(['dark', 'off']);
});

it('tells subscribers about a changed preference until they unsubscribe', () => {
  const preferences = createPreferences(document);
  const seen: (string | undefined)[] = [];
  const unsubscribe = preferences.subscribe(() => seen.push(preferences.get('density')));
  preferences.set('density', 'dense');
  unsubscribe();
  preferences.set('density', 'comfortable');
  expect(seen).toEqual(['dense']);
});
