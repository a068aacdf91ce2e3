-- The score before the newest one, of the run before; null after the first run.
alter table report add score_before smallint check (score_before between 0 and 100);
-- Pages that became worse, the last first.
create index report_worsened on report (account_id, analyzed_at, id) where score < score_before;

-- The scores of the runs that were done on each day in UTC, for averages over time. Written by the statement that ends a run.
create table score_days (
  account_id uuid not null,
  project_id uuid not null,
  day date not null,
  runs integer not null,
  -- Their sum.
  scores bigint not null,
  primary key (account_id, project_id, day)
) with (fillfactor = 50);
create index score_days_of_account on score_days (account_id, day);
