import { FIREFOX } from './firefox';
import { MINI_BROWSER } from './webkit';

/** Debian's packages of the browsers, of WebKit's driver and of the display that WebKit needs, by the files that they install. */
export const BROWSER_PACKAGES = {
  [FIREFOX]: 'firefox-esr',
  [MINI_BROWSER]: 'webkit2gtk-driver',
  '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver',
  '/usr/bin/Xvfb': 'xvfb',
};
