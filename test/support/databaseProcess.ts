import { openDatabase } from '../../server/src/database/connection/openDatabase';
import type { DatabaseAnswer, DatabaseRequest } from './testDatabase';

/* Opens the database of a data folder for tests, and runs the statements that it receives until its parent disconnects. */

const [dataDir = '', databaseUrl = ''] = process.argv.slice(2);
const options = { dataDir, databaseUrl: databaseUrl === '' ? undefined : databaseUrl };

void openDatabase(options, () => undefined).then((database) => {
  const answer = async ({ text, values }: DatabaseRequest): Promise<DatabaseAnswer> => {
    try {
      const { rows } = await database.query(text, values);
      return { rows };
    } catch (error) {
      return { message: String(error), ...(error instanceof Error && 'code' in error && { code: error.code }) };
    }
  };
  process.on('message', (request: DatabaseRequest) => {
    void answer(request).then((sent) => process.send?.(sent));
  });
  process.once('disconnect', () => void database.close().finally(() => process.exit()));
  process.send?.('ready');
});
