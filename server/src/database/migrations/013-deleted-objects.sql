-- Files that were deleted, but not together with their project or dataset. They can be restored for a set time.
create table deleted_objects (
  blob text primary key,
  project_hash text not null references projects (hash) on delete cascade,
  dataset_hash text references datasets (hash) on delete cascade,
  path text collate "C" not null,
  size bigint not null,
  etag text,
  part_size bigint,
  modified_at timestamptz not null,
  deleted_at timestamptz not null default now()
);
-- A file can be deleted, uploaded again and deleted again.
create index deleted_objects_place on deleted_objects (project_hash, dataset_hash, path, deleted_at);
create index deleted_objects_dataset on deleted_objects (dataset_hash);
create index deleted_objects_deleted on deleted_objects (deleted_at);
