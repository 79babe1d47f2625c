-- Attempts to renew a session since the latest renewal. After an attempt without a response, the
-- identity provider may have replaced the refresh token.
alter table sessions add column renewal_attempts integer not null default 0;
