import { makeReadyMadeData, READY_MADE_DATA } from '../../test/support/startBackend';

/** Creates a database once before the backend's tests, because creating it takes most of a first start. */
export default async function setUp(): Promise<void> {
  process.env[READY_MADE_DATA] = await makeReadyMadeData();
}
