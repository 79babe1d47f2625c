import { FIREFOX } from '../../test/browsers/firefox';
import { MINI_BROWSER } from '../../test/browsers/webkit';
import { installPackages } from '../../test/cluster/installPackages';
import { buildServer } from '../../test/support/startBackend';

/** Debian's packages of the browsers, of WebKit's driver and of the display that WebKit needs. */
const PACKAGES = {
  [FIREFOX]: 'firefox-esr',
  [MINI_BROWSER]: 'webkit2gtk-driver',
  '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver',
  '/usr/bin/Xvfb': 'xvfb',
};

/** Installs the browsers and builds the server. */
export default function setUp(): void {
  installPackages(PACKAGES);
  buildServer();
}
