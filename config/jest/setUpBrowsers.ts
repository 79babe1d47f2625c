import { BROWSER_PACKAGES } from '../../test/browsers/browserPackages';
import { installPackages } from '../../test/cluster/installPackages';
import { buildServer } from '../../test/support/startBackend';

/** Installs the browsers and builds the server. */
export default function setUp(): void {
  installPackages(BROWSER_PACKAGES);
  buildServer();
}
