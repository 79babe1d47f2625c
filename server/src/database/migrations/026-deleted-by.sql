-- The user who deleted it; null for what was deleted with an earlier version.
alter table projects add column deleted_by text;
alter table datasets add column deleted_by text;
alter table deleted_objects add column deleted_by text;
create index deleted_objects_user on deleted_objects (sponsor_id, deleted_by, deleted_at, blob);
