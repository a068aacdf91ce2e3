-- Deliveries that ended, by the hour: for charts and success rates, which must not read the log. Written by the statement that
-- ends them. A delivery that is requeued and ends again counts again.
create table delivery_hours (
  account_id uuid not null,
  project_id uuid not null,
  -- The start of the hour.
  hour timestamptz not null,
  channel text collate "C" not null,
  delivered integer not null,
  rejected integer not null,
  primary key (account_id, project_id, hour, channel)
) with (fillfactor = 50);
create index delivery_hours_of_account on delivery_hours (account_id, hour);
