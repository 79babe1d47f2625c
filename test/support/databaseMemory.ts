import { join } from 'node:path';
import { openEmbeddedDatabase } from '../../server/src/database/connection/embeddedDatabase';

/* Prints by how many bytes the heap grows while the embedded database of a data folder runs queries. Needs
   `--expose-gc`. */

const ROWS = 1_000;
const ANSWERS = 20;

const [dataDir = ''] = process.argv.slice(2);

function usedBytes(): number {
  gc?.();
  return process.memoryUsage().heapUsed;
}

void openEmbeddedDatabase(join(dataDir, 'database')).then(async (database) => {
  const ask = async (): Promise<void> => {
    for (let count = 0; count < ANSWERS; count += 1) {
      await database.query('select md5(number::text) from generate_series(1, $1::int) as number', [ROWS]);
    }
  };
  await ask();
  const before = usedBytes();
  await ask();
  process.stdout.write(String(usedBytes() - before));
  await database.close();
});
