create table settings (
  name text primary key,
  value jsonb not null
);

create table users (
  id text primary key,
  email text not null,
  name text not null,
  sponsor_id text not null,
  is_admin boolean not null,
  password_hash text not null
);
create unique index users_email on users (lower(email));

-- Sessions, grants, codes and tokens of the identity provider, which defines the payload.
create table oidc_state (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (model, id)
);
create index oidc_state_grant on oidc_state (grant_id) where grant_id is not null;
create index oidc_state_uid on oidc_state (uid) where uid is not null;
create index oidc_state_expiry on oidc_state (expires_at);

create table projects (
  hash text primary key,
  sponsor_id text not null,
  title text not null,
  description text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
-- Deleted projects keep their titles, because their objects keep the path. Titles that differ only in
-- case would share a folder on case-insensitive file systems.
create unique index projects_title on projects (sponsor_id, lower(title));

create table datasets (
  hash text primary key,
  project_hash text not null references projects (hash) on delete cascade,
  name text not null,
  description text not null,
  sid text not null,
  pixel_size double precision,
  physical_spacing double precision,
  tissue_type text not null,
  device text not null,
  physical_sections integer,
  bit_depth integer not null,
  channels jsonb not null,
  attributes jsonb not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index datasets_name on datasets (project_hash, lower(name));

create table pipeline_jobs (
  id text primary key,
  dataset_hash text not null references datasets (hash) on delete cascade,
  kind text not null check (kind in ('pyramid', 'multimodel', 'atlas')),
  status text not null check (status in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  viewer_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index pipeline_jobs_open on pipeline_jobs (dataset_hash, kind) where status in ('QUEUED', 'RUNNING');
create index pipeline_jobs_latest on pipeline_jobs (dataset_hash, kind, created_at desc);

-- Moves and removals that the rows above already reflect, kept until the objects have been moved or
-- removed.
create table pending_work (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('move', 'remove-project', 'remove-dataset')),
  hash text not null,
  from_path text not null,
  to_path text
);
