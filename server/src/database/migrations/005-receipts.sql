-- The proof of each completed upload. It follows the file to other names, and outlives the file, its dataset and its project.
create table receipts (
  -- The blob that the upload has stored.
  blob text primary key,
  -- The first blob of a file. The receipt of a file that replaces another, or takes the name of a deleted one, continues its chain.
  chain text not null,
  sponsor_id text not null,
  project_hash text not null,
  dataset_hash text,
  -- As in `objects`.
  path text collate "C" not null,
  -- The key of the upload, by which a file is listed whose project or dataset no longer exists.
  key text not null,
  size bigint not null,
  -- The MD5 of the content in S3's multipart form.
  checksum text not null,
  -- The size and the MD5 of each part: [[size, md5], …]. The size is null if the store no longer knew it.
  parts jsonb not null,
  -- Null for the server itself.
  user_id text,
  client text,
  -- The name of the checksum file with which the file agreed, and of the followed folder that it comes from.
  manifest text,
  followed_folder text,
  -- In milliseconds, so that clients can send it back exactly.
  completed_at timestamptz(3) not null default now()
);
create index receipts_chain on receipts (chain);
create index receipts_place on receipts (project_hash, dataset_hash, path);
create index receipts_sponsor on receipts (sponsor_id, completed_at, blob);
create index receipts_project on receipts (project_hash, completed_at, blob);
create index receipts_dataset on receipts (dataset_hash, completed_at, blob) where dataset_hash is not null;
create index receipts_completed on receipts (completed_at);
