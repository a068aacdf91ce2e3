-- Reports whose newest run failed: they have an error and no others do. The index is on error_code and not on status, so that
-- the states of a run in progress still change no indexed column.
create index report_failed on report (account_id, id) where error_code is not null;
