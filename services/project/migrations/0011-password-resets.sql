-- What lets its holder choose a new password for an account, one at a time. Spent by being deleted.
create table password_reset (
  account_id uuid primary key references account,
  token_sha256 bytea not null unique,
  expires_at timestamptz(3) not null
);
