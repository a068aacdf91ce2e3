-- Rises with every change of the password, so that sessions that began before can be told apart.
alter table account add column password_version bigint not null default 1;

-- What lets its holder make one account. Spent by being deleted.
create table setup_token (
  token_sha256 bytea primary key,
  plan text not null,
  expires_at timestamptz(3) not null
);
