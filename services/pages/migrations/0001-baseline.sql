-- The account that a connection works for. libs/postgres guards every table that has an account_id by it. Null, and therefore
-- no row, for a connection that has not named one.
create function account_in_charge() returns uuid
stable parallel safe language sql
as $$ select nullif(nullif(current_setting('pagebell.account', true), ''), 'every')::uuid $$;

-- A page of a project as it was seen last. Hashes of URLs are the first 16 bytes of their SHA-256.
create table page (
  account_id uuid not null,
  project_id uuid not null,
  url_hash bytea not null check (length(url_hash) = 16),
  url text collate "C" not null,
  seen_at timestamptz not null,
  -- Null: the site did not answer.
  status smallint,
  -- Of a redirect.
  target text,
  -- Of the version that content_hash describes; asked with, an answer 304 is that version.
  etag text,
  last_modified text,
  indexable boolean,
  -- Crawlers whose index it is kept out of; null in the list is any other crawler.
  kept_out text[] not null default '{}',
  -- If it is another page.
  canonical text,
  -- Of a page that was read: its content hash, the hashes of its ten parts of 16 bytes each, and its simhash.
  content_hash bytea check (length(content_hash) = 16),
  parts bytea check (length(parts) = 160),
  simhash bytea check (length(simhash) = 8),
  words integer,
  -- When its words were first seen as they are.
  changed_at timestamptz,
  state text collate "C" not null generated always as (
    case
      when target is not null then 'moved'
      when status in (404, 410) then 'gone'
      when status is null or status not between 200 and 299 then 'unknown'
      when canonical is not null then 'canonical'
      when indexable is false then 'noindex'
      else 'live'
    end
  ) stored,
  primary key (account_id, project_id, url_hash)
) with (fillfactor = 85);
-- For the lists of a project's pages by their last change, and by their state.
create index page_changed on page (account_id, project_id, changed_at, url_hash) where changed_at is not null;
create index page_of_state on page (account_id, project_id, state, url_hash);
-- For the sweep of pages that were not seen for long.
create index page_seen_at on page (seen_at);

-- A project's own rules of what counts on its pages, as libs/page-content validates them.
create table page_rules (
  account_id uuid not null,
  project_id uuid not null,
  rules jsonb not null,
  primary key (account_id, project_id)
);

-- What was announced of a page to each channel last. Changed by urls.announced alone.
create table page_announcement (
  account_id uuid not null,
  project_id uuid not null,
  url_hash bytea not null check (length(url_hash) = 16),
  channel text collate "C" not null,
  state text collate "C" not null check (state in ('live', 'gone', 'moved', 'noindex')),
  -- Null for a version that was not looked at.
  content_hash bytea check (length(content_hash) = 16),
  parts bytea check (length(parts) = 160),
  target text,
  -- Of the batch that announced it: an older batch changes nothing.
  submitted_at timestamptz not null,
  announced_at timestamptz not null,
  primary key (account_id, project_id, url_hash, channel)
) with (fillfactor = 85);

-- URLs that have to be looked at; a row is deleted with the message that has its verdict.
create table page_check (
  account_id uuid not null,
  batch_id uuid not null,
  url_hash bytea not null check (length(url_hash) = 16),
  channel text collate "C" not null,
  project_id uuid not null,
  project text collate "C" not null,
  url text collate "C" not null,
  -- With its port, if it has one.
  host text collate "C" not null,
  action text collate "C" not null check (action in ('update', 'delete')),
  submitted_at timestamptz not null,
  holds smallint not null default 0,
  retries smallint not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  traceparent text,
  primary key (account_id, batch_id, url_hash, channel)
) with (fillfactor = 80);
create index page_check_of_account on page_check (account_id, due_at);
create index page_check_of_host on page_check (account_id, host, due_at);
create index page_check_of_project on page_check (account_id, project_id);

-- Which copy requests pages of a host, one at a time, whosever pages they are.
create table host_lease (
  host text collate "C" primary key,
  lease uuid not null,
  -- The end of the lease; after its release, when the next request may be sent.
  free_at timestamptz not null
) with (fillfactor = 50);

-- Messages urls.submitted that were taken: one that comes again, after its checks are done, changes nothing.
create table taken_message (
  account_id uuid not null,
  message_id text not null,
  taken_at timestamptz not null default clock_timestamp(),
  primary key (account_id, message_id)
);
create index taken_message_taken_at on taken_message using brin (taken_at) with (autosummarize = on);

-- What was decided, so that the owner of a page can see why it was not sent.
create table page_verdict (
  account_id uuid not null,
  project_id uuid not null,
  url_hash bytea not null check (length(url_hash) = 16),
  judged_at timestamptz not null default clock_timestamp(),
  id uuid not null,
  batch_id uuid not null,
  channel text collate "C" not null,
  action text collate "C" not null,
  verdict text collate "C" not null,
  reason text,
  status smallint,
  changed text[],
  primary key (account_id, project_id, url_hash, judged_at, id)
);
create index page_verdict_judged_at on page_verdict using brin (judged_at) with (autosummarize = on);

-- The limits of each account, from its last message plan.changed. Null is unlimited.
create table account_limit (
  account_id uuid primary key,
  urls_per_day bigint,
  version bigint not null
);

-- Checks of each UTC day.
create table check_use (
  account_id uuid not null,
  day date not null,
  used bigint not null,
  primary key (account_id, day)
) with (fillfactor = 50);

-- Tombstones: a late urls.submitted of a deleted project finds one.
create table deleted_project (
  account_id uuid not null,
  project_id uuid not null,
  deleted_at timestamptz not null,
  primary key (account_id, project_id)
);

-- Messages that are committed and not yet confirmed by RabbitMQ (see libs/outbox).
create table outbox (
  id uuid primary key,
  message text not null,
  body jsonb not null,
  traceparent text,
  account_id uuid,
  created_at timestamptz not null default clock_timestamp()
);

create index outbox_created_at on outbox (created_at);
