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
  status text not null check (status in ('PREPARING', 'COMPLETED', 'FAILED')),
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

-- The selected files of archives in preparation. Stored in batches, which need neither a row per file
-- nor memory for a whole selection. PostgreSQL compresses them.
create table archive_files (
  ref text not null references archives (ref) on delete cascade,
  batch integer not null,
  keys text[] not null,
  primary key (ref, batch)
);
