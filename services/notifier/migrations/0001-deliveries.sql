-- One row a URL of a batch: its whole life, from urls.submitted to its end.
create table deliveries (
  account_id uuid not null,
  id uuid not null,
  batch_id uuid not null,
  -- First 16 bytes of the SHA-256 of the URL.
  url_hash bytea not null,
  project_id uuid not null,
  project text collate "C" not null,
  channel text collate "C" not null,
  action text collate "C" not null,
  url text collate "C" not null,
  -- With its port, if it has one: what one engine request may hold.
  host text collate "C" not null,
  status text collate "C" not null check (status in ('pending', 'delivered', 'retrying', 'held', 'rejected', 'dropped')),
  -- Times an engine was asked, not counting "too many requests".
  attempts integer not null default 0,
  -- Of those since the last requeue: the engine was in trouble, or had not verified the key.
  failures smallint not null default 0,
  unverified smallint not null default 0,
  -- When it may be claimed. A claim moves it to the end of its lease, so that a dead copy's rows come due by themselves.
  next_at timestamptz,
  lease uuid,
  -- Halves of a refused batch stay apart: rows of different parts are never sent together.
  part uuid not null default '00000000-0000-0000-0000-000000000000',
  reason text,
  engine text,
  engine_status integer,
  engine_message text check (octet_length(engine_message) <= 2048),
  traceparent text,
  submitted_at timestamptz not null,
  last_attempt_at timestamptz,
  delivered_at timestamptz,
  primary key (account_id, id),
  unique (account_id, batch_id, url_hash)
)
-- Most rows change twice: leave room for that on their page.
with (fillfactor = 80);

-- The dispatcher steps from group to group along this one.
create index deliveries_due on deliveries (channel, account_id, project_id, host, action, part, next_at, id)
  where next_at is not null;

-- The delivery log, newest first.
create index deliveries_of_account on deliveries (account_id, submitted_at, id);
create index deliveries_of_project on deliveries (account_id, project, submitted_at, id);
create index deliveries_of_status on deliveries (account_id, project, status, submitted_at, id)
  where status <> 'delivered';
create index deliveries_of_url on deliveries (account_id, url_hash, submitted_at, id);

-- What a project's end and a passed key check have to find.
create index deliveries_open on deliveries (account_id, project_id, host)
  where status in ('pending', 'retrying', 'held');
create index deliveries_rejected on deliveries (account_id, last_attempt_at)
  where status = 'rejected';
