-- URLs that wait for the quota of their account (ADR 69): a row for each URL and channel, with its last action. A row is written
-- and deleted under the lock of its account's row.
create table waiting_url (
  account_id uuid not null,
  project_id uuid not null,
  url_hash bytea not null check (length(url_hash) = 16),
  -- As a batch of these comma-separated channels stores it.
  channel text not null,
  url text not null,
  is_deletion boolean not null,
  -- Of the first request that had to wait with this URL: a page that keeps changing does not lose its place.
  waiting_since timestamptz not null,
  primary key (account_id, project_id, url_hash)
) with (fillfactor = 85);

-- The waiting list of a project, for as long as it has URLs.
create table waiting_list (
  account_id uuid not null references account,
  project_id uuid not null,
  project text not null,
  -- Its URLs are committed with a token of its own. The hash is random bytes, that is of no token that can be sent.
  token_id uuid not null default gen_random_uuid(),
  token_hash bytea not null unique default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  urls integer not null,
  -- When there may be room for some of it; also the lease of the copy that submits them.
  due_at timestamptz not null,
  primary key (account_id, project_id)
);
create index waiting_list_due_at on waiting_list (due_at);

-- Whether a project of the account has a waiting list: what is accepted leaves it.
alter table account add column has_waiting boolean not null default false;
