create table settings (
  name text primary key,
  value jsonb not null
);

-- Keys that all servers of an installation share.
create table secrets (
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
  -- The tokens of the identity provider, encrypted.
  issuer_tokens text not null,
  -- The number of renewals. Only the refresh token with this number is valid, and for a short time the previous one.
  generation integer not null default 0,
  renewed_at timestamptz not null default now(),
  -- Set while a server renews the session.
  renewing_until timestamptz,
  -- Attempts to renew the session since the latest renewal. After an attempt without a response, the identity provider may
  -- have replaced the refresh token.
  renewal_attempts integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_browser on sessions (browser_id);
create index sessions_expiry on sessions (expires_at);

-- Counted attempts. They need not survive a crash, and an unlogged table is not flushed at each commit.
create unlogged table rate_limits (
  key text primary key,
  count integer not null,
  resets_at timestamptz not null
);
create index rate_limits_reset on rate_limits (resets_at);

create table projects (
  hash text primary key,
  sponsor_id text not null,
  title text not null,
  -- The title in the form in which titles are compared (`foldText`).
  folded text,
  description text not null,
  created_at timestamptz not null default now(),
  -- Set if it was deleted. It is removed after a set time.
  deleted_at timestamptz,
  deleted_by text
);
-- Deleted projects keep their titles, because their objects keep the path. Titles that differ only in
-- case would share a folder on case-insensitive file systems.
create unique index projects_title on projects (sponsor_id, lower(title));
-- Keys contain titles exactly. The unique index, which ignores case, doesn't find them.
create index projects_exact_title on projects (sponsor_id, title);
create index projects_folded on projects (sponsor_id, folded);
-- In the order of keys.
create index projects_key on projects (sponsor_id, ((title || '/') collate "C"));
-- In an order that no rename changes: lists of projects are read in pages. As one text, so that the planner does not choose it to find
-- the project with a title.
create index projects_page on projects (((sponsor_id || '/' || hash) collate "C"));
create index projects_deleted on projects (deleted_at) where deleted_at is not null;

create table datasets (
  hash text primary key,
  project_hash text not null references projects (hash) on delete cascade,
  name text not null,
  -- The name in the form in which names are compared (`foldText`).
  folded text,
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
  -- Prefixes of image names that users have confirmed for a dataset.
  name_prefixes jsonb not null default '[]',
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by text,
  -- Set while the files of a folder are being moved, in batches, into the dataset that has got the folder's name.
  adopts_folder boolean not null default false
);
create unique index datasets_name on datasets (project_hash, lower(name));
-- As one text: of several indexes that begin with the project, the planner may choose one that does not contain the name.
create index datasets_exact_name on datasets ((project_hash || '/' || name));
create index datasets_exact_folded on datasets ((project_hash || '/' || folded));
create index datasets_folded on datasets (project_hash, folded);
-- In an order that no rename changes: lists of datasets are read in pages. As one text, so that the planner does not choose it to find
-- the dataset with a name.
create index datasets_page on datasets (((project_hash || '/' || hash) collate "C"));
create index datasets_deleted on datasets (deleted_at) where deleted_at is not null;
create index datasets_adopting on datasets (hash) where adopts_folder;

-- Titles that projects and datasets had before they were renamed, so that links to them keep working. The scope is the
-- sponsor of a project or the project of a dataset. A title leads to its latest former owner.
create table former_titles (
  scope text not null,
  title text not null,
  project_hash text references projects (hash) on delete cascade,
  dataset_hash text references datasets (hash) on delete cascade,
  replaced_at timestamptz not null default now(),
  primary key (scope, title),
  check ((project_hash is null) <> (dataset_hash is null))
);
create index former_titles_project on former_titles (project_hash);
create index former_titles_dataset on former_titles (dataset_hash);
create index former_titles_scope on former_titles (scope, replaced_at desc, title);

-- The files of projects. The blob, the key of the bytes in the store, never changes; the key that clients see is made of
-- the project's title, the dataset's name and the path. Renaming a project or dataset changes no row here.
create table objects (
  blob text primary key,
  project_hash text not null references projects (hash) on delete cascade,
  -- Null for files outside of datasets.
  dataset_hash text references datasets (hash) on delete cascade,
  -- Below the dataset or, outside of datasets, below the project. A path that ends in a slash is an empty folder.
  path text collate "C" not null,
  size bigint not null,
  -- The MD5 of the content, or S3's multipart form of it; null if it is not known.
  etag text,
  -- The size in bytes of all parts but the last of a file; null if it is not known or the parts differ.
  part_size bigint,
  modified_at timestamptz not null default now(),
  -- When a file was last changed before it was uploaded, as its client says; null if it does not.
  file_modified_at timestamptz,
  -- True once a preview has shown that all pixels of the image have the same value.
  is_flat boolean not null default false
);
create unique index objects_place on objects (project_hash, dataset_hash, path) nulls not distinct;
-- Leaves out the rows outside of datasets: listing those would otherwise read the rows of all
-- projects.
create index objects_dataset on objects (dataset_hash) where dataset_hash is not null;
-- Folders outside of datasets.
create index objects_loose_folder on objects (project_hash, split_part(path, '/', 1))
  where dataset_hash is null and path like '%/%';
-- Finds the longest paths of a dataset or project without reading the others.
create index objects_longest on objects (project_hash, dataset_hash, octet_length(path));

-- Files that were deleted, but not together with their project or dataset. They can be restored for a set time.
create table deleted_objects (
  blob text primary key,
  -- Lists of a sponsor's deleted files need no other sponsor's.
  sponsor_id text,
  project_hash text not null references projects (hash) on delete cascade,
  dataset_hash text references datasets (hash) on delete cascade,
  path text collate "C" not null,
  size bigint not null,
  etag text,
  part_size bigint,
  modified_at timestamptz not null,
  file_modified_at timestamptz,
  is_flat boolean not null default false,
  deleted_at timestamptz not null default now(),
  deleted_by text,
  -- A replaced file is a deleted file that another one has taken the place of.
  is_replaced boolean not null default false,
  -- Files that were deleted or replaced together have the same text.
  act text
);
-- A file can be deleted, uploaded again and deleted again.
create index deleted_objects_place on deleted_objects (project_hash, dataset_hash, path, deleted_at);
create index deleted_objects_dataset on deleted_objects (dataset_hash);
create index deleted_objects_deleted on deleted_objects (deleted_at);
create index deleted_objects_sponsor on deleted_objects (sponsor_id, deleted_at, blob);
create index deleted_objects_user on deleted_objects (sponsor_id, deleted_by, deleted_at, blob);

create table uploads (
  id text primary key,
  sponsor_id text not null,
  -- The user who started it; null for the server itself.
  user_id text,
  -- The key with which the upload was started. A rename does not change it.
  key text not null,
  project_hash text not null references projects (hash) on delete cascade,
  dataset_hash text references datasets (hash) on delete cascade,
  path text not null,
  blob text not null,
  file_modified_at timestamptz,
  -- The bytes that an upload in progress takes up in the store, as far as they were counted.
  stored_bytes bigint not null default 0,
  -- When it was started, or its client last requested URLs.
  touched_at timestamptz not null default now(),
  completed_at timestamptz,
  checksum text
);
create index uploads_open on uploads (sponsor_id) where completed_at is null;
-- Without those that were completed during the last day.
create index uploads_open_project on uploads (project_hash) where completed_at is null;
create index uploads_project on uploads (project_hash);
create index uploads_dataset on uploads (dataset_hash);
create index uploads_blob on uploads (blob);
create index uploads_completed on uploads (completed_at) where completed_at is not null;

-- Blobs that no object refers to. Downloads may still read a replaced one for a while.
create table discarded_blobs (
  blob text primary key,
  -- It takes up space until it is removed.
  size bigint not null default 0,
  remove_after timestamptz not null
);
create index discarded_blobs_due on discarded_blobs (remove_after);
-- Finds the blobs of a sponsor's projects without reading those of others.
create index discarded_blobs_project on discarded_blobs (split_part(blob, '/', 1), blob);

create table pipeline_jobs (
  id text primary key,
  dataset_hash text not null references datasets (hash) on delete cascade,
  kind text not null check (kind in ('pyramid', 'multimodel', 'atlas')),
  status text not null check (status in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  viewer_url text,
  -- For the user: progress, skipped files, or the reason for a failure.
  message text,
  -- The files that the lab's worker must skip in a job: [{"path": …, "reason": …}].
  skipped jsonb,
  -- Of images of the same section, layer and channel, the ones that a job uses: paths in the dataset. Null for the first ones.
  chosen jsonb,
  -- Names the folder with the pyramids of a job that is done.
  pyramid_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  started_at timestamptz,
  lease_id text,
  lease_until timestamptz,
  attempts integer not null default 0
);
create unique index pipeline_jobs_open on pipeline_jobs (dataset_hash, kind) where status in ('QUEUED', 'RUNNING');
create index pipeline_jobs_latest on pipeline_jobs (dataset_hash, kind, created_at desc);
create index pipeline_jobs_lease on pipeline_jobs (lease_id) where lease_id is not null;
create index pipeline_jobs_unfinished on pipeline_jobs (kind, created_at) where status in ('QUEUED', 'RUNNING');
create index pipeline_jobs_started on pipeline_jobs (kind, started_at);

-- Archives in preparation or ready for download, of any server that uses this database. Times are the database's.
create table archives (
  ref text primary key,
  sponsor_id text not null,
  zip_file_name text not null,
  only_down_samples boolean not null,
  -- The selected folder; null if files were selected.
  folder text,
  -- The longest common folder of selected files, which is not part of their names in the archive.
  common_folder text not null,
  -- The length of the selected keys, for the limit of a sponsor.
  selected_characters bigint not null,
  -- The selection is stored in batches, so that other requests are not blocked.
  status text not null check (status in ('SELECTING', 'PREPARING', 'COMPLETED', 'FAILED')),
  total_files integer not null,
  total_size bigint not null,
  bytes_read bigint not null default 0,
  downsampled_size bigint not null default 0,
  message text,
  -- The lease under which the archive was written, and with it the name of the file.
  archive_id text,
  archive_size bigint,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  lease_id text,
  lease_until timestamptz
);
create index archives_sponsor on archives (sponsor_id);
create index archives_lease on archives (lease_id);
create index archives_preparing on archives (created_at) where status in ('SELECTING', 'PREPARING');
create index archives_created on archives (created_at);
create index archives_started on archives (sponsor_id, started_at);
create index archives_file on archives (archive_id);

-- The selected files of archives in preparation. Stored in batches, which need neither a row per file
-- nor memory for a whole selection.
create table archive_files (
  ref text not null references archives (ref) on delete cascade,
  batch integer not null,
  keys text[] not null,
  primary key (ref, batch)
);
-- Compressing the keys of a long selection takes longer than writing them.
alter table archive_files alter column keys set storage external;

-- Removals that the rows above already reflect, kept until the objects have been removed.
create table pending_work (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('remove-project', 'remove-dataset')),
  hash text not null,
  lease_id text,
  lease_until timestamptz
);

create table sweeps (
  name text primary key,
  -- When the latest completed sweep began, if it need not run every hour.
  swept_at timestamptz,
  lease_id text,
  lease_until timestamptz
);
insert into sweeps (name) values ('archives'), ('pipelines'), ('storage'), ('uploads');

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
-- Jobs and renames, among far more uploads and downloads.
create index audit_log_activity on audit_log (sponsor_id, at desc, id desc) where object_type = 'job' or action = 'rename';
-- Those of one user, among the jobs and renames of colleagues.
create index audit_log_user_activity on audit_log (sponsor_id, user_id, at desc, id desc)
  where object_type = 'job' or action = 'rename';
