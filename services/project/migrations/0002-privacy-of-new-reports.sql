-- The visibility that the panel offers for a new report, as report.privacy: 0 public, 1 private. The API has its own default.
alter table account add new_report_privacy smallint not null default 1 check (new_report_privacy in (0, 1));
