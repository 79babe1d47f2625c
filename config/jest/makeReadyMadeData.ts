import { makeReadyMadeData, READY_MADE_DATA } from '../../test/support/startBackend';

/** Runs before the backend's tests: most of a first start's time goes into its database, which all can begin with. */
export default async function setUp(): Promise<void> {
  process.env[READY_MADE_DATA] = await makeReadyMadeData();
}
