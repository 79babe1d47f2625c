-- The user who started an upload; null for those of earlier versions.
alter table uploads add column user_id text;
