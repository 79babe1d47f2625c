import { expect } from '@playwright/test';
import { SCREEN_GROUPS, walkScreens } from '../support/everyScreen';
import { findProblems } from '../support/screenChecks';
import { test } from './support';

// The workers share the walks, which compute most of the time: five minutes each on a machine that others slow down.
test.describe.configure({ mode: 'parallel', timeout: 600_000 });

for (const group of SCREEN_GROUPS) {
  test(`the screens of the group “${group}” pass axe in both colour schemes, fit narrow windows, and work with forced colours and reduced motion`, async ({
    browser,
    backend,
    disk,
  }) => {
    const context = await browser.newContext({
      viewport: { width: 320, height: 640 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
      baseURL: backend.appUrl,
    });
    // A control that cannot be clicked fails early instead of after the timeout of the whole walk.
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    const found: Record<string, readonly string[]> = {};
    const visit = async (name: string): Promise<void> => {
      const problems = await findProblems(page);
      if (problems.length > 0) found[name] = problems;
    };
    await walkScreens(group, { page, appUrl: backend.appUrl, disk, visit });
    await context.close();
    expect(found).toEqual({});
  });
}
