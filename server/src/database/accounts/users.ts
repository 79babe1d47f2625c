import type { Queryable } from '../sql';

/** A user account. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly sponsorId: string;
  readonly isAdmin: boolean;
  /** A hash created by `identity/passwords.ts`. */
  readonly passwordHash: string;
}

const COLUMNS = 'id, email, name, sponsor_id as "sponsorId", is_admin as "isAdmin", password_hash as "passwordHash"';

/** Adds a user unless the email is taken. */
export async function addUser(database: Queryable, user: User): Promise<void> {
  await database.query(
    `insert into users (id, email, name, sponsor_id, is_admin, password_hash)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [user.id, user.email, user.name, user.sponsorId, user.isAdmin, user.passwordHash],
  );
}

/** Finds a user by email, ignoring case. */
export async function findUserByEmail(database: Queryable, email: string): Promise<User | undefined> {
  const { rows } = await database.query<User>(`select ${COLUMNS} from users where lower(email) = lower($1)`, [email]);
  return rows[0];
}

/** Finds a user by id. */
export async function findUser(database: Queryable, id: string): Promise<User | undefined> {
  const { rows } = await database.query<User>(`select ${COLUMNS} from users where id = $1`, [id]);
  return rows[0];
}
