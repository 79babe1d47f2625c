-- The bytes that an upload in progress takes up in the store, as far as they were counted.
alter table uploads add column stored_bytes bigint not null default 0;
create index uploads_blob on uploads (blob);
-- The size of a discarded blob, which takes up space until it is removed.
alter table discarded_blobs add column size bigint not null default 0;
-- When the latest completed sweep began, if it need not run every hour.
alter table sweeps add column swept_at timestamptz;
insert into sweeps (name) values ('storage');
