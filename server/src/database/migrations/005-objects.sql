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
  modified_at timestamptz not null default now()
);
create unique index objects_place on objects (project_hash, dataset_hash, path) nulls not distinct;
create index objects_dataset on objects (dataset_hash);

create table uploads (
  id text primary key,
  sponsor_id text not null,
  -- The key with which the upload was started. A rename does not change it.
  key text not null,
  project_hash text not null references projects (hash) on delete cascade,
  dataset_hash text references datasets (hash) on delete cascade,
  path text not null,
  blob text not null,
  -- When it was started, or its client last requested URLs.
  touched_at timestamptz not null default now(),
  completed_at timestamptz,
  checksum text
);
create index uploads_open on uploads (sponsor_id) where completed_at is null;
create index uploads_project on uploads (project_hash);
create index uploads_dataset on uploads (dataset_hash);

-- Blobs that no object refers to. Downloads may still read a replaced one for a while.
create table discarded_blobs (
  blob text primary key,
  remove_after timestamptz not null
);
create index discarded_blobs_due on discarded_blobs (remove_after);

alter table pending_work alter column from_path drop not null;
