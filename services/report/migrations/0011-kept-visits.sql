-- What the next site report of a project may keep of pages that have not changed (ADR 96): visits of the newest done
-- report, found by 16 bytes that stand for their address.
alter table site_visit add address bytea;
create index site_visit_kept on site_visit (account_id, site_report_id, address) where address is not null;

-- Until when its visits are kept; null if it has none.
alter table site_report add kept_until timestamptz;
create index site_report_kept on site_report (account_id, project_id) where kept_until is not null;
create index site_report_kept_until on site_report (kept_until) where kept_until is not null;
