-- The sessions of signed-in users. Tokens of a session without a row are rejected.
create table sessions (
  id text primary key,
  -- The browser that signed in; signing out ends all of its sessions.
  browser_id text not null,
  -- The identity provider, so that a change of provider ends the sessions.
  issuer text not null,
  -- The user's id at the identity provider.
  subject text not null,
  user_id text not null,
  sponsor_id text not null,
  is_admin boolean not null,
  name text,
  email text,
  -- Tokens of the identity provider.
  issuer_refresh_token text,
  issuer_id_token text,
  -- The number of renewals. Only the refresh token with this number is valid, and for a short time the previous one.
  generation integer not null default 0,
  renewed_at timestamptz not null default now(),
  -- Set while a server renews the session.
  renewing_until timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_browser on sessions (browser_id);
create index sessions_expiry on sessions (expires_at);

-- Keys that all servers of an installation share.
create table secrets (
  name text primary key,
  value jsonb not null
);

-- Counted attempts. They need not survive a crash, and an unlogged table is not flushed at each commit.
create unlogged table rate_limits (
  key text primary key,
  count integer not null,
  resets_at timestamptz not null
);
create index rate_limits_reset on rate_limits (resets_at);
