-- safe beside the version before: no release has these tables. A copy of a commit before this one fails its checks until it is
-- replaced; what it has not checked is sent unchecked (docs/upgrade.md).

-- Projects that have pages, with a key of 4 bytes in place of two of 16 in the rows of their pages (ADR 78). Those rows have the
-- account as well, by which row-level security guards them.
create table page_project (
  account_id uuid not null,
  project_id uuid not null,
  key integer not null unique generated always as identity,
  primary key (account_id, project_id)
);
insert into page_project (account_id, project_id)
  select account_id, project_id from page
  union select account_id, project_id from page_announcement
  union select account_id, project_id from page_check
  union select account_id, project_id from page_rules;

alter table page rename to page_before;
alter table page_announcement rename to page_announcement_before;

-- A page of a project as it was seen last. Hashes of URLs are the first 16 bytes of their SHA-256. Columns of a fixed length come
-- first, so that none is padded.
create table page (
  seen_at timestamptz not null,
  -- When its words were first seen as they are.
  changed_at timestamptz,
  project_key integer not null,
  words integer,
  -- Null: the site did not answer.
  status smallint,
  indexable boolean,
  account_id uuid not null,
  url_hash bytea not null check (length(url_hash) = 16),
  url text collate "C" not null,
  -- Of a redirect.
  target text,
  -- Of the version that content_hash describes; asked with, an answer 304 is that version. A page with an ETag has no other date.
  etag text,
  last_modified text,
  -- Crawlers whose index it is kept out of; null in the list is any other crawler, and no list is none.
  kept_out text[],
  -- If it is another page.
  canonical text,
  -- Of a page that was read: its content hash, 4 bytes of the hash of each of its ten parts, and its simhash.
  content_hash bytea check (length(content_hash) = 16),
  parts bytea check (length(parts) = 40),
  simhash bytea check (length(simhash) = 8),
  state text collate "C" not null generated always as (
    case
      when target is not null then 'moved'
      when status in (404, 410) then 'gone'
      when status is null or status not between 200 and 299 then 'unknown'
      when canonical is not null then 'canonical'
      when indexable is false then 'noindex'
      else 'live'
    end
  ) stored
);

-- What was announced of a page to each channel last. Changed by urls.announced alone, but for the parts.
create table page_announcement (
  -- Of the batch that announced it: an older batch changes nothing.
  submitted_at timestamptz not null,
  announced_at timestamptz not null,
  project_key integer not null,
  account_id uuid not null,
  url_hash bytea not null check (length(url_hash) = 16),
  channel text collate "C" not null,
  state text collate "C" not null check (state in ('live', 'gone', 'moved', 'noindex')),
  -- Null for a version that was not looked at.
  content_hash bytea check (length(content_hash) = 16),
  -- Of a version that the page has left since; those of the page itself are not stored twice.
  parts bytea check (length(parts) = 40),
  target text
) with (fillfactor = 90);

insert into page (seen_at, changed_at, project_key, words, status, indexable, account_id, url_hash, url, target, etag,
    last_modified, kept_out, canonical, content_hash, simhash)
  select b.seen_at, b.changed_at, k.key, b.words, b.status, b.indexable, b.account_id, b.url_hash, b.url, b.target, b.etag,
    case when b.etag is null then b.last_modified end, nullif(b.kept_out, '{}'), b.canonical, b.content_hash, b.simhash
  from page_before b join page_project k using (account_id, project_id);
insert into page_announcement (submitted_at, announced_at, project_key, account_id, url_hash, channel, state, content_hash, target)
  select b.submitted_at, b.announced_at, k.key, b.account_id, b.url_hash, b.channel, b.state, b.content_hash, b.target
  from page_announcement_before b join page_project k using (account_id, project_id);
drop table page_before;
drop table page_announcement_before;

alter table page add primary key (project_key, url_hash);
alter table page_announcement add primary key (project_key, url_hash, channel);
-- For the lists of a project's pages by their last change, and by their state.
create index page_changed on page (project_key, changed_at, url_hash) where changed_at is not null;
create index page_of_state on page (project_key, state, url_hash);
-- For the sweep of pages that were not seen for long. Entries of one day share their key.
create index page_seen_on on page (((seen_at at time zone 'UTC')::date));
