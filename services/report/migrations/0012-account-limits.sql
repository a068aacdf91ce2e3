-- What each account may have and ask for, as message plan.changed told it last; null is unlimited, and so is an account
-- without a row. Beside it what it has used: analyses in a minute and in a UTC day, and a number of reports that is never
-- too small, because deletions are not taken off it before the limit is reached.
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
