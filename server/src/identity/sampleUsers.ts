import { randomUUID } from 'node:crypto';
import { addUser } from '../database/accounts/users';
import { isDone, markDone } from '../database/settings';
import type { Database } from '../database/sql';
import { hashPassword } from './passwords';

/** The users of a new installation: a member and an admin of one sponsor, and a member of another. */
export const SAMPLE_USERS = [
  { email: 'member@acme.example', password: 'member', name: 'Mia Member', sponsorId: 'acme', isAdmin: false },
  { email: 'admin@acme.example', password: 'admin', name: 'Ada Admin', sponsorId: 'acme', isAdmin: true },
  { email: 'member@globex.example', password: 'member', name: 'Gus Globex', sponsorId: 'globex', isAdmin: false },
] as const;

/** Adds the sample users on the first start. */
export async function createSampleUsers(database: Database): Promise<void> {
  if (await isDone(database, 'sample users made')) return;
  const users = await Promise.all(
    SAMPLE_USERS.map(async ({ password, ...user }) => ({
      ...user,
      id: randomUUID(),
      passwordHash: await hashPassword(password),
    })),
  );
  await database.transaction(async (transaction) => {
    for (const user of users) await addUser(transaction, user);
    await markDone(transaction, 'sample users made');
  });
}
