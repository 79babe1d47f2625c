-- Jobs and renames, among far more uploads and downloads.
create index audit_log_activity on audit_log (sponsor_id, at desc, id desc) where object_type = 'job' or action = 'rename';
