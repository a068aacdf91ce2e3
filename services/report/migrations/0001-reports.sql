create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- One URL that an account has had rated. Everything a list shows stands in this one table: the state of the newest run
-- and the result of the newest run that was done.
create table report (
  account_id uuid not null,
  -- UUIDv7: its first 48 bits are the time of its making in milliseconds.
  id uuid not null,
  -- Taken from the id, so that the order by time is the order by id and needs no index of its own.
  created_at timestamptz not null generated always as (
    to_timestamp(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0)
  ) stored,
  version bigint not null default 1,

  project_id uuid not null,
  project text collate "C" not null,
  -- Normalised: percent-encoded ASCII of at most 2,048 characters, which is what lets a btree hold it.
  url text collate "C" not null check (octet_length(url) <= 2048),
  privacy smallint not null check (privacy in (0, 1, 2)),
  password_hash text,

  run_id uuid not null,
  status text not null check (status in ('queued', 'running', 'done', 'failed')),
  stage text,
  error_code text,
  error_message text,

  done_run_id uuid,
  result text check (result in ('bad', 'decent', 'good')),
  score smallint check (score between 0 and 100),
  ruleset text,
  analyzed_at timestamptz,
  -- bad < decent < good, and unrated last whichever way a list runs.
  rank_up smallint not null generated always as (
    case result when 'bad' then 1 when 'decent' then 2 when 'good' then 3 else 4 end
  ) stored,
  rank_down smallint not null generated always as (
    case result when 'bad' then 1 when 'decent' then 2 when 'good' then 3 else 0 end
  ) stored,

  primary key (account_id, id),
  check ((privacy = 2) = (password_hash is not null)),
  check ((done_run_id is null) = (result is null)),
  check ((status = 'failed') = (error_code is not null))
)
-- Room for the updates of a run under way to stay on their page, where they touch no index.
with (fillfactor = 85);
