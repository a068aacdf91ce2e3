-- Crawls of site reports take turns (ADR 99). When the attempt was taken, and when it stored its first visit: between the
-- two it starts its process, reads the visits of earlier attempts, robots.txt and sitemaps.
alter table site_report add taken_at timestamptz;
alter table site_report add turn_began_at timestamptz;
-- What attempts that were given back have taken.
alter table site_report add crawled_seconds integer not null default 0;

-- The orders in which the pages of a report are listed: 10,000 pages need not be read and sorted for 25 of them. They are
-- columns, since row-level security lets no condition on an expression use an index. Pages without a score are last.
alter table site_page
  add score_order integer not null generated always as (coalesce(score, 101)) stored,
  add inlinks_order integer not null generated always as (-inlinks) stored;
create index site_page_by_score on site_page (account_id, site_report_id, score_order, number);
create index site_page_by_inlinks on site_page (account_id, site_report_id, inlinks_order, number);
create index site_page_by_url on site_page (account_id, site_report_id, url, number);
-- The numbers of the pages with an issue, where they are few: in one of those orders they could be the last ones.
alter table site_issue add page_numbers integer[];
