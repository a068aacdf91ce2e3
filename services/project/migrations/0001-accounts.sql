create table account (
  account_id uuid primary key,
  email text not null,
  password_hash text not null,
  plan text not null,
  limits_version bigint not null default 1,
  created_at timestamptz(3) not null default clock_timestamp()
);

-- One account an address, however its letters are written.
create unique index account_email on account (lower(email));

create table api_key (
  account_id uuid not null references account,
  key_id uuid not null,
  key_sha256 bytea not null,
  last_four text not null,
  scopes text[] not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (account_id, key_id)
);

create unique index api_key_sha256 on api_key (key_sha256);
