-- The queue of runs. A run waits here (status queued, released_at null) until release_runs() releases it to the
-- analyzers.
-- safe beside the version before: what it inserts counts as released, and an index by another condition finds silent runs.
alter table run
  add column released_at timestamptz default now(),
  -- Host and port of the URL: of all runs of one host, whatever their accounts, at most one is under way.
  add column host text collate "C",
  -- Of the request that asked for the run, so that its trace goes on when the run is released.
  add column traceparent text;

update run set host = substring(report.url from '://([^/]+)')
from report
where report.account_id = run.account_id and report.id = run.report_id and run.status in ('queued', 'running');

create index run_waiting on run (account_id, host, run_id) where status = 'queued' and released_at is null;
create index run_released on run (released_at) where status = 'queued' and released_at is not null;
create index run_of_host on run (host) where status in ('queued', 'running') and released_at is not null;
create index run_of_account on run (account_id, released_at)
  where status in ('queued', 'running') and released_at is not null;

-- Silence counts from the first progress on: only runs that have begun are looked through.
drop index run_silent;
create index run_silent on run (last_sign_at) where status = 'running';

-- When an account had a run released last, and of which host: the order of turns. A row for each account at most.
create table account_turn (
  account_id uuid primary key,
  released_at timestamptz not null,
  host text collate "C" not null
);

-- The newest release of a run that has begun, to about ten seconds: what was released long before it and has not begun
-- is lost. One row.
create table newest_begun (
  only_row boolean primary key default true check (only_row),
  released_at timestamptz not null default '-infinity'
);
insert into newest_begun default values;

-- Runs whose reports were deleted while an analyzer was at them: their host and their account's share stay taken until
-- the analyzer answers, or until the sweep of silent runs forgets them. Otherwise whoever creates and deletes reports in
-- turn has no limit.
create table deleted_run (
  account_id uuid not null,
  run_id uuid not null,
  host text collate "C" not null,
  deleted_at timestamptz not null default clock_timestamp(),
  primary key (account_id, run_id)
);
create index deleted_run_of_host on deleted_run (host);
create index deleted_run_by_id on deleted_run (run_id);

create function keep_deleted_run() returns trigger
language plpgsql
as $$
begin
  insert into deleted_run (account_id, run_id, host) values (old.account_id, old.run_id, old.host)
  on conflict do nothing;
  return null;
end
$$;

create trigger keep_deleted_run after delete on run
for each row
when (old.status in ('queued', 'running') and old.released_at is not null and old.host is not null)
execute function keep_deleted_run();

-- These functions walk indexes in their order, one descent for each step. A plan that PostgreSQL made while the tables
-- were small would read them through; so it may not sort, nor read a table by anything but an index.

-- The next host, after the given one and in the order of names, of which the account has a run waiting and no account
-- has one under way. Each host costs one descent of an index, however many runs wait for it.
create function next_free_host(account uuid, after text) returns text
stable language sql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
  with recursive waiting as (
    (
      select host from run
      where status = 'queued' and released_at is null and account_id = account and host > after
      order by account_id, host
      limit 1
    )
    union all
    select (
      select run.host from run
      where run.status = 'queued' and run.released_at is null and run.account_id = account and run.host > waiting.host
      order by run.account_id, run.host
      limit 1
    )
    from waiting
    where waiting.host is not null
  )
  select host from waiting
  where host is not null and not exists (
    select from run
    where run.host = waiting.host and run.status in ('queued', 'running') and run.released_at is not null
  ) and not exists (select from deleted_run where deleted_run.host = waiting.host)
  limit 1
$$;

-- Accounts that have runs waiting, the one that was served longest ago first. One descent of an index for each.
create function accounts_waiting() returns table (account_id uuid, last_host text)
stable language sql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
  with recursive waiting as (
    (
      select account_id from run
      where status = 'queued' and released_at is null
      order by account_id, host
      limit 1
    )
    union all
    select (
      select run.account_id from run
      where run.status = 'queued' and run.released_at is null and run.account_id > waiting.account_id
      order by run.account_id, run.host
      limit 1
    )
    from waiting
    where waiting.account_id is not null
  )
  select waiting.account_id, account_turn.host
  from waiting
  left join account_turn on account_turn.account_id = waiting.account_id
  where waiting.account_id is not null
  order by account_turn.released_at nulls first, waiting.account_id
$$;

-- Releases the runs whose turn it is and answers them. The rule is that of libs/fair-queue: accounts take turns, the one
-- that was served longest ago first, and within an account its hosts do; who may not be served now keeps their turn.
-- At most one run of a host is under way, at most `most_of_account` of an account, and at most `most_unbegun` are
-- released that nobody has begun. A release of more than a minute ago no longer counts towards those: where messages
-- were lost, or every analyzer is away, the others go on.
create function release_runs(most_unbegun integer, most_of_account integer)
returns table (account_id uuid, report_id uuid, run_id uuid, url text, traceparent text)
language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
#variable_conflict use_column
declare
  room integer;
  served integer;
  waiting record;
  released run;
  taken_hosts text[];
begin
  if not exists (select from run where status = 'queued' and released_at is null) then
    return;
  end if;
  -- One at a time: the statements below see what whoever was before this one has committed.
  perform pg_advisory_xact_lock(hashtextextended('release runs', 0));
  select most_unbegun - count(*) into room
  from run
  where status = 'queued' and released_at > clock_timestamp() - interval '1 minute';

  loop
    served := 0;
    taken_hosts := '{}';
    -- The hosts are looked up by the snapshot of this query. Looked up one after the other, a host whose run ends
    -- meanwhile would be free for the second account only, which would then have the turn of the first.
    for waiting in
      select account_id, coalesce(next_free_host(account_id, coalesce(last_host, '')), next_free_host(account_id, '')) as host
      from accounts_waiting()
    loop
      exit when room <= 0;
      continue when waiting.host is null or waiting.host = any (taken_hosts);
      continue when most_of_account <= (
        select count(*) from run
        where run.account_id = waiting.account_id and released_at > '-infinity' and status in ('queued', 'running')
      ) + (select count(*) from deleted_run where deleted_run.account_id = waiting.account_id);

      -- One that is being deleted at this moment is passed over; whoever deletes it looks again.
      update run set released_at = clock_timestamp()
      where (run.account_id, run.report_id, run.run_id) = (
        select next_run.account_id, next_run.report_id, next_run.run_id from run as next_run
        where next_run.status = 'queued' and next_run.released_at is null
          and next_run.account_id = waiting.account_id and next_run.host = waiting.host
        order by next_run.account_id, next_run.host, next_run.run_id
        limit 1
        for no key update skip locked
      )
      returning * into released;
      continue when released.run_id is null;

      insert into account_turn (account_id, released_at, host)
      values (released.account_id, released.released_at, released.host)
      on conflict on constraint account_turn_pkey
        do update set released_at = excluded.released_at, host = excluded.host;
      taken_hosts := taken_hosts || released.host;
      room := room - 1;
      served := served + 1;
      return query
        select report.account_id, report.id, released.run_id, report.url, released.traceparent
        from report
        where report.account_id = released.account_id and report.id = released.report_id;
    end loop;
    exit when served = 0 or room <= 0;
  end loop;
end
$$;
