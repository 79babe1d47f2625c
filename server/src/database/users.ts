import type { Queryable } from './sql';

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

interface UserRow {
  id: string;
  email: string;
  name: string;
  sponsor_id: string;
  is_admin: boolean;
  password_hash: string;
}

function toUser(row: UserRow | undefined): User | undefined {
  return row === undefined
    ? undefined
    : {
        id: row.id,
        email: row.email,
        name: row.name,
        sponsorId: row.sponsor_id,
        isAdmin: row.is_admin,
        passwordHash: row.password_hash,
      };
}

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
  const result = await database.query<UserRow>('select * from users where lower(email) = lower($1)', [email]);
  return toUser(result.rows[0]);
}

/** Finds a user by id. */
export async function findUser(database: Queryable, id: string): Promise<User | undefined> {
  const result = await database.query<UserRow>('select * from users where id = $1', [id]);
  return toUser(result.rows[0]);
}
