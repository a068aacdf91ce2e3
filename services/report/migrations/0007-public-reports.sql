-- Whoever opens a report's public page knows its id, not its account.
create index report_by_id on report (id);
