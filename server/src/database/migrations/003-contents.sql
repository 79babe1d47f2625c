-- What the server has found in the section images of a project, by their bytes: a file that is renamed, restored or uploaded again
-- is not looked at again. The column `is_flat` of objects is no longer used.
create table contents (
  project_hash text not null references projects (hash) on delete cascade,
  -- The ETag of the bytes, or the blob if it is not known.
  etag text not null,
  -- A blob with these bytes.
  blob text not null,
  added_at timestamptz not null,
  -- Null until the server has looked. The problem of a damaged image.
  found text check (found in ('complete', 'flat', 'black', 'saturated', 'empty', 'truncated', 'not-tiff', 'damaged')),
  lease_id text,
  lease_until timestamptz,
  primary key (project_hash, etag)
);
create index contents_waiting on contents (added_at) where found is null;
create index contents_lease on contents (lease_id) where lease_id is not null;

-- Every section image that arrives or gets its name. A trigger, so that files of earlier versions, which may run on the same
-- database during an update, are not missed. The pattern is that of `parseFileName`.
create function is_image_name(path text) returns boolean immutable language sql as
  $$ select path ~ '[^/]_S\d{6}_L\d{2}_ch\d{2}\.[tT][iI][fF][fF]?$' $$;

create function add_content() returns trigger language plpgsql as $$
begin
  insert into contents (project_hash, etag, blob, added_at)
  values (new.project_hash, coalesce(new.etag, new.blob), new.blob, new.modified_at)
  on conflict (project_hash, etag) do update set blob = excluded.blob where contents.found is null;
  return null;
end $$;

create trigger objects_content after insert or update of blob on objects
  for each row when (is_image_name(new.path)) execute function add_content();

insert into contents (project_hash, etag, blob, added_at)
select distinct on (project_hash, coalesce(etag, blob)) project_hash, coalesce(etag, blob), blob, modified_at
from objects where is_image_name(path);
