-- Access tokens of users, for programs without a browser. A token is read at each request, so that all servers notice its removal.
create table access_tokens (
  id text primary key,
  -- The SHA-256 of the secret.
  hash text not null unique,
  name text not null,
  scopes text[] not null,
  sponsor_id text not null,
  user_id text not null,
  -- The identity provider, so that a change of provider ends the tokens.
  issuer text not null,
  -- The place that the token reaches: the sponsor if both are null. As hashes, so that the place stays the same when it is renamed.
  project_hash text references projects (hash) on delete cascade,
  dataset_hash text references datasets (hash) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index access_tokens_user on access_tokens (sponsor_id, user_id);
create index access_tokens_project on access_tokens (project_hash) where project_hash is not null;
create index access_tokens_dataset on access_tokens (dataset_hash) where dataset_hash is not null;
create index access_tokens_expiry on access_tokens (expires_at);

-- The name of the access token with which it was done; null for a signed-in user.
alter table audit_log add column token text;
-- The access token that requested the archive. Another token does not see it.
alter table archives add column token_id text;
