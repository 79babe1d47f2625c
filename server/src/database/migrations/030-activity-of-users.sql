-- Those of one user, among the jobs and renames of colleagues.
create index audit_log_user_activity on audit_log (sponsor_id, user_id, at desc, id desc)
  where object_type = 'job' or action = 'rename';
