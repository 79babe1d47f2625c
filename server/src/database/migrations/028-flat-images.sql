-- True once a preview has shown that all pixels of the image have the same value.
alter table objects add column is_flat boolean not null default false;
alter table deleted_objects add column is_flat boolean not null default false;
