-- Crawls of site reports take turns (ADR 100). When the attempt was taken, and when it stored its first visit: between the
-- two it starts its process, reads the visits of earlier attempts, robots.txt and sitemaps.
alter table site_report add taken_at timestamptz;
alter table site_report add turn_began_at timestamptz;
-- What attempts that were given back have taken.
alter table site_report add crawled_seconds integer not null default 0;
