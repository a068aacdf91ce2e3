-- replaces 0013-key-names
create extension if not exists btree_gin;
create extension if not exists pg_trgm;

-- The account that a connection works for. libs/postgres guards every table that has an account_id by it. Null, and therefore
-- no row, for a connection that has not named one.
create function account_in_charge() returns uuid
stable parallel safe language sql
as $$ select nullif(nullif(current_setting('pagebell.account', true), ''), 'every')::uuid $$;

create table account (
  account_id uuid primary key,
  email text not null,
  password_hash text not null,
  plan text not null,
  limits_version bigint not null default 1,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- Incremented by every change of the password: sessions of an older version are over.
  password_version bigint not null default 1,
  -- Since when the account is suspended: its keys and its password are refused, and its limits are announced as zero.
  suspended_at timestamptz(3)
);

-- One account per address, in upper or lower case.
create unique index account_email on account (lower(email));
create index account_plan on account (plan);

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
  -- As its owner calls it.
  name text,
  primary key (account_id, key_id)
);

create unique index api_key_sha256 on api_key (key_sha256);

-- Lets its holder create one account; deleted when it is used. It belongs to no account: a connection that works for one
-- does not see it.
create table setup_token (
  token_sha256 bytea primary key,
  plan text not null,
  expires_at timestamptz(3) not null
);

alter table setup_token enable row level security;
create policy no_account on setup_token using ((select current_setting('pagebell.account', true)) = 'every');

-- Lets its holder set a new password, one token per account; deleted when it is used.
create table password_reset (
  account_id uuid primary key references account,
  token_sha256 bytea not null unique,
  expires_at timestamptz(3) not null
);

-- The limits of each plan when they were last announced, so that a change of plans.ts is noticed.
create table announced_plan (
  plan text primary key,
  limits jsonb not null
);

-- A deleted project has no row: the message project.deleted of the same transaction is what remains of it. Times are in
-- milliseconds because cursors are: a finer created_at would make a list skip rows.
create table project (
  account_id uuid not null references account,
  project_id uuid not null,
  name text collate "C" not null,
  indexnow_key text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- Incremented by every change of the ignored checks: of two messages the one with the higher version is newer.
  ignored_version bigint not null default 0,
  -- The channels of URLs that are submitted without one, and their version.
  channels text[] not null default '{indexnow}',
  channels_version bigint not null default 0,
  primary key (account_id, project_id)
);

create unique index project_name on project (account_id, name);
create index project_created_at on project (account_id, created_at, project_id);
create index project_search on project using gin (account_id, name gin_trgm_ops);

-- The IndexNow keys of subdomains; the key of the project's own host is in its row.
create table indexnow_subdomain_key (
  account_id uuid not null,
  project_id uuid not null,
  host text collate "C" not null,
  indexnow_key text not null,
  primary key (account_id, project_id, host),
  foreign key (account_id, project_id) references project on delete cascade
);

-- sealed: the settings as JSON, encrypted under the key of SETTINGS_KEY whose id it begins with.
create table channel_settings (
  account_id uuid not null,
  project_id uuid not null,
  channel text collate "C" not null,
  sealed text not null,
  updated_at timestamptz(3) not null default clock_timestamp(),
  primary key (account_id, project_id, channel),
  foreign key (account_id, project_id) references project on delete cascade
);

create table ignored_check (
  account_id uuid not null,
  project_id uuid not null,
  check_id text collate "C" not null,
  -- The page on which it is ignored; empty for every page of the project.
  url text collate "C" not null,
  reason text not null,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (account_id, project_id, check_id, url),
  foreign key (account_id, project_id) references project on delete cascade
);

-- Answers of requests with an Idempotency-Key, for 24 hours. Null only inside the transaction that computes it.
create table idempotency (
  account_id uuid not null,
  key text not null,
  request_sha256 bytea not null,
  answer jsonb,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (account_id, key)
);

create index idempotency_created_at on idempotency (created_at);

-- Messages that are committed but not yet confirmed by RabbitMQ (libs/outbox).
create table outbox (
  id uuid primary key,
  message text not null,
  body jsonb not null,
  traceparent text,
  created_at timestamptz not null default clock_timestamp(),
  account_id uuid default account_in_charge()
);

create index outbox_created_at on outbox (created_at);
