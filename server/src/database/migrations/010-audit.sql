-- Who did what, and when. Rows keep the names that were current then, and outlive the items that they
-- describe.
create table audit_log (
  id bigint generated always as identity primary key,
  -- In milliseconds, so that clients can send it back exactly.
  at timestamptz(3) not null default now(),
  -- Null for failed sign-ins of unknown users.
  sponsor_id text,
  -- Null for the server itself, and for failed sign-ins of unknown users.
  user_id text,
  action text not null,
  object_type text not null,
  object_id text,
  object_name text,
  details text,
  address text,
  request_id text
);
create index audit_log_sponsor on audit_log (sponsor_id, at, id);
create index audit_log_at on audit_log (at);
