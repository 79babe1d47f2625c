import { buildServer } from '../../test/support/startBackend';

/** Builds the server before the tests of clusters. */
export default buildServer;
