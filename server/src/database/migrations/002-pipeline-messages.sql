-- What a job tells people: how far it is, what it left out, why it failed.
alter table pipeline_jobs add column message text;
