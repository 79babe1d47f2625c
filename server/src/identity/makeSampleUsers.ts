import { randomUUID } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import { recordDone, wasDone } from '../database/settings';
import { addUser } from '../database/users';
import { hashPassword } from './passwords';
import { SAMPLE_USERS } from './sampleUsers';

/** Adds the sample users at the first start. */
export async function makeSampleUsers(database: PGlite): Promise<void> {
  if (await wasDone(database, 'sample users made')) return;
  const users = await Promise.all(
    SAMPLE_USERS.map(async ({ password, ...user }) => ({
      ...user,
      id: randomUUID(),
      passwordHash: await hashPassword(password),
    })),
  );
  await database.transaction(async (transaction) => {
    for (const user of users) await addUser(transaction, user);
    await recordDone(transaction, 'sample users made');
  });
}
