-- The activity lists what was done to files, of which there are far more, beside everything else.
drop index audit_log_activity;
drop index audit_log_user_activity;
create index audit_log_activity on audit_log (sponsor_id, at desc, id desc)
  where object_type in ('project', 'dataset', 'job', 'archive');
create index audit_log_user_activity on audit_log (sponsor_id, user_id, at desc, id desc)
  where object_type in ('project', 'dataset', 'job', 'archive');
create index audit_log_file_activity on audit_log (sponsor_id, at desc, id desc)
  where object_type = 'file' and action <> 'download';
create index audit_log_user_file_activity on audit_log (sponsor_id, user_id, at desc, id desc)
  where object_type = 'file' and action <> 'download';
-- The names of users without accounts, whom an identity provider has signed in.
create index sessions_user on sessions (user_id) where name is not null;
