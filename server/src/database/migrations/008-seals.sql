alter table pipeline_jobs drop constraint pipeline_jobs_kind_check;
alter table pipeline_jobs add constraint pipeline_jobs_kind_check check (kind in ('pyramid', 'multimodel', 'atlas', 'seal'));

-- The seals of datasets. Earlier ones are kept.
create table seals (
  job_id text primary key,
  dataset_hash text not null references datasets (hash) on delete cascade,
  sealed_at timestamptz not null default now(),
  -- What was sealed. A change breaks the seal.
  fingerprint text not null,
  -- The texts of the files that make up the seal, by name.
  files jsonb not null
);
create index seals_dataset on seals (dataset_hash, sealed_at);

-- The files of a dataset and its metadata, without its title and the prefixes of file names.
create function dataset_fingerprint(hash text) returns text stable language sql as $$
  select md5(
    row(description, sid, pixel_size, physical_spacing, tissue_type, device, physical_sections, bit_depth, channels, attributes)::text
    || coalesce((
      select string_agg(path || E'\n' || blob, E'\n' order by path) from objects
      where dataset_hash = datasets.hash and path not like '%/'
    ), '')
  ) from datasets where datasets.hash = $1
$$;
