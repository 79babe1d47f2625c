-- The checksums of contents, for checksum files. By blob, because the content of a blob never changes, and files keep their blob when
-- they are renamed, deleted or restored.
create table checksums (
  blob text primary key,
  added_at timestamptz not null,
  -- When a user asked for a checksum file that needs them.
  requested_at timestamptz,
  -- Null until a server has read the content.
  md5 text,
  sha256 text,
  lease_id text,
  lease_until timestamptz
);
create index checksums_waiting on checksums (requested_at, added_at desc) where sha256 is null;
create index checksums_lease on checksums (lease_id) where lease_id is not null;

-- A trigger, so that files of earlier versions, which may run on the same database during an update, are not missed.
create function add_checksums() returns trigger language plpgsql as $$
begin
  insert into checksums (blob, added_at) values (new.blob, new.modified_at) on conflict do nothing;
  return null;
end $$;

create trigger objects_checksums after insert or update of blob on objects
  for each row when (new.path not like '%/') execute function add_checksums();

insert into checksums (blob, added_at) select blob, modified_at from objects where path not like '%/';
