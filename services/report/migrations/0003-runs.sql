-- One analysis of a report. Rows are kept as the report's history; an ended run never changes again.
create table run (
  account_id uuid not null,
  report_id uuid not null,
  run_id uuid not null,
  status text not null check (status in ('queued', 'running', 'done', 'failed')),
  -- How often the analysis has been asked for.
  attempt smallint not null default 1,
  requested_at timestamptz not null default clock_timestamp(),
  last_sign_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  result text check (result in ('bad', 'decent', 'good')),
  score smallint check (score between 0 and 100),
  ruleset text,
  results jsonb,
  categories jsonb,
  -- Check ids whose status differs from the done run before: {"<check id>": {"from": …, "to": …}}.
  changes jsonb,
  error_code text,
  error_message text,
  primary key (account_id, report_id, run_id),
  foreign key (account_id, report_id) references report (account_id, id) on delete cascade,
  check ((status in ('done', 'failed')) = (finished_at is not null)),
  check ((status = 'done') = (result is not null)),
  check ((status = 'failed') = (error_code is not null))
);

-- At most one run of a report is on its way: a second request keeps to it.
create unique index run_under_way on run (account_id, report_id) where status in ('queued', 'running');

create index run_silent on run (last_sign_at) where status in ('queued', 'running');

-- The analyzer's messages name a run, not its account.
create index run_by_id on run (run_id);
