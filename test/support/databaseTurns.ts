import { join } from 'node:path';
import { openEmbeddedDatabase } from '../../server/src/database/connection/embeddedDatabase';

/* Prints how many turns the event loop makes while the embedded database of a data folder runs one long statement. */

const [dataDir = ''] = process.argv.slice(2);

void openEmbeddedDatabase(join(dataDir, 'database')).then(async (database) => {
  let turns = 0;
  let isRunning = true;
  const count = (): void => {
    turns += 1;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  await database.query('select sum(number) from generate_series(1, $1::int) as number', [1_000_000]);
  isRunning = false;
  process.stdout.write(String(turns));
  await database.close();
});
