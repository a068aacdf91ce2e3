-- replaces 0014-score-order
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The account that a connection works for. libs/postgres guards every table that has an account_id by it. Null, and therefore
-- no row, for a connection that has not named one.
create function account_in_charge() returns uuid
stable parallel safe language sql
as $$ select nullif(nullif(current_setting('pagebell.account', true), ''), 'every')::uuid $$;

-- One URL that an account has rated. A list is read from this table alone: it has the state of the newest run and the result
-- of the newest run that is done.
create table report (
  account_id uuid not null,
  -- UUIDv7: the first 48 bits are its creation time in milliseconds.
  id uuid not null,
  -- Derived from the id: the order by time is the order by id and needs no index.
  created_at timestamptz not null generated always as (
    to_timestamp(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0)
  ) stored,
  version bigint not null default 1,

  project_id uuid not null,
  project text collate "C" not null,
  -- Normalised: percent-encoded ASCII. The limit is what a btree can index.
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
  -- bad < decent < good; reports without a result come last in both directions.
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
-- Updates of a run in progress change no indexed column and stay on their page.
with (fillfactor = 85);

-- The public page is opened by id, without an account.
create index report_by_id on report (id);

-- An index for each order, without a filter and with each. A filter by result is an equality on rank_up, which the lists of
-- one result share with the order by result.
create index report_by_url on report (account_id, url, id);
create index report_by_rank_up on report (account_id, rank_up, id);
create index report_by_rank_down on report (account_id, rank_down, id);
create index report_of_result_by_url on report (account_id, rank_up, url, id);

create index report_of_project_by_id on report (account_id, project, id);
create index report_of_project_by_url on report (account_id, project, url, id);
create index report_of_project_by_rank_up on report (account_id, project, rank_up, id);
create index report_of_project_by_rank_down on report (account_id, project, rank_down, id);
create index report_of_project_and_result_by_url on report (account_id, project, rank_up, url, id);

-- By score, reports without one come last in both directions, so that each direction has its own key. `case` and not
-- `coalesce`: under row-level security PostgreSQL searches an index only by expressions that it knows to be leakproof.
create index report_by_score_up on report (account_id, (case when score is null then 101::smallint else score end), id);
create index report_by_score_down on report (account_id, (case when score is null then (-1)::smallint else score end), id);
create index report_of_result_by_score on report (account_id, rank_up, score, id);

create index report_of_project_by_score_up on report
  (account_id, project, (case when score is null then 101::smallint else score end), id);
create index report_of_project_by_score_down on report
  (account_id, project, (case when score is null then (-1)::smallint else score end), id);
create index report_of_project_and_result_by_score on report (account_id, project, rank_up, score, id);

-- With the account as its first column, a search does not read the trigrams of other accounts.
create index report_search on report using gin (account_id, lower(url) gin_trgm_ops);

-- One analysis of a report. A run that has ended never changes again: the rows are the report's history. A queued run waits
-- (released_at is null) until release_runs() releases it to the analyzers.
create table run (
  account_id uuid not null,
  report_id uuid not null,
  run_id uuid not null,
  status text not null check (status in ('queued', 'running', 'done', 'failed')),
  -- How many times the analysis was requested from analyzers.
  attempt smallint not null default 1,
  requested_at timestamptz not null default clock_timestamp(),
  last_sign_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  result text check (result in ('bad', 'decent', 'good')),
  score smallint check (score between 0 and 100),
  ruleset text,
  -- json and not jsonb, which loses the order: by category, weight and id.
  results json,
  categories json,
  -- Checks whose status differs from the done run before: {"<check id>": {"from": …, "to": …}}.
  changes jsonb,
  error_code text,
  error_message text,
  -- The failed gate that capped the score.
  capped_by text,
  -- The address after redirects.
  final_url text,
  -- Facts about the rating as a whole, such as a page that was read in part.
  notes text[],
  released_at timestamptz default now(),
  -- Host and port of the URL: one run of a host is in progress at a time, whatever its account.
  host text collate "C",
  -- Of the request that asked for the run; its trace continues when the run is released.
  traceparent text,
  primary key (account_id, report_id, run_id),
  foreign key (account_id, report_id) references report (account_id, id) on delete cascade,
  check ((status in ('done', 'failed')) = (finished_at is not null)),
  check ((status = 'done') = (result is not null)),
  check ((status = 'failed') = (error_code is not null))
);

-- One run of a report is queued or running at a time.
create unique index run_under_way on run (account_id, report_id) where status in ('queued', 'running');
-- Messages of the analyzer have the run's id and not its account.
create index run_by_id on run (run_id);
-- Stalled runs. The heartbeat counts from the first progress on.
create index run_silent on run (last_sign_at) where status = 'running';

create index run_waiting on run (account_id, host, run_id) where status = 'queued' and released_at is null;
create index run_released on run (released_at) where status = 'queued' and released_at is not null;
create index run_of_host on run (host) where status in ('queued', 'running') and released_at is not null;
create index run_of_account on run (account_id, released_at)
  where status in ('queued', 'running') and released_at is not null;

-- The last release of each account and its host: the order in which accounts and hosts are served.
create table account_turn (
  account_id uuid primary key,
  released_at timestamptz not null,
  host text collate "C" not null
);

-- The newest release of a run that has started, to about ten seconds. A run that was released long before it and has not
-- started is lost. One row.
create table newest_begun (
  only_row boolean primary key default true check (only_row),
  released_at timestamptz not null default '-infinity'
);
insert into newest_begun default values;

-- Runs whose report was deleted while an analyzer worked on them. Their host, and their part of the account's share, stay
-- in use until the analyzer responds or the sweep of stalled runs deletes the row; otherwise an account could exceed its
-- share by deleting reports.
create table deleted_run (
  account_id uuid not null,
  run_id uuid not null,
  host text collate "C" not null,
  deleted_at timestamptz not null default clock_timestamp(),
  primary key (account_id, run_id)
);
create index deleted_run_of_host on deleted_run (host);
create index deleted_run_by_id on deleted_run (run_id);

-- Tombstones. Creating a report and deleting its project both take an advisory lock on the project first, so that the
-- creation finds the tombstone or the deletion finds the report.
create table deleted_project (
  account_id uuid not null,
  project_id uuid not null,
  deleted_at timestamptz not null,
  primary key (account_id, project_id)
);

-- The suppressions of each project, from its last message checks.ignored.
create table ignored_checks (
  account_id uuid not null,
  project_id uuid not null,
  version bigint not null,
  ignored jsonb not null,
  primary key (account_id, project_id)
);

-- The limits of each account, from its last message plan.changed, and their use. Null is unlimited, as is an account without
-- a row. max_reports_kept is an upper bound of the reports that exist: a deletion does not lower it before the limit is
-- reached.
create table account_limits (
  account_id uuid primary key,
  version bigint not null,
  reports bigint,
  analyses_per_minute bigint,
  analyses_per_day bigint,
  minute timestamptz,
  minute_used bigint not null default 0,
  day date,
  day_used bigint not null default 0,
  max_reports_kept bigint
);

-- Answers of requests with an Idempotency-Key, for 24 hours.
create table idempotency (
  account_id uuid not null,
  key text not null,
  request_sha256 bytea not null,
  answer jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (account_id, key)
);

create index idempotency_age on idempotency (created_at);

-- Messages that are committed but not yet confirmed by RabbitMQ (libs/outbox).
create table outbox (
  id uuid not null,
  message text not null,
  body jsonb not null,
  traceparent text,
  created_at timestamptz not null default clock_timestamp(),
  account_id uuid default account_in_charge(),
  primary key (id, message)
);

create index outbox_oldest on outbox (created_at);
