-- Whether a project's pages are checked before they are announced (ADR 70), from its last message preflight.changed.
create table project_preflight (
  account_id uuid not null,
  project_id uuid not null,
  preflight boolean not null,
  version bigint not null,
  primary key (account_id, project_id)
);

alter table batch add column preflight boolean not null default false;
alter table waiting_url add column preflight boolean not null default false;

-- URLs of a batch whose charge was given back because they were not sent (ADR 71): each once. The hash is that of the URL as the
-- batch has it.
create table given_back (
  account_id uuid not null,
  batch_id uuid not null,
  url_hash bytea not null check (length(url_hash) = 16),
  given_at timestamptz not null,
  primary key (account_id, batch_id, url_hash)
);
create index given_back_given_at on given_back using brin (given_at) with (autosummarize = on);

-- What was given back of a period; used does not count it.
alter table quota_use add column given_back bigint not null default 0;
