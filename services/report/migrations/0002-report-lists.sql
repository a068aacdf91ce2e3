-- An index for each sort, without and with each filter. A result filter is an equality on rank_up, so that "this result,
-- by id" and "by result" share an index; a list of one result sorted by result is that list sorted by id.
create index report_by_url on report (account_id, url, id);
create index report_by_rank_up on report (account_id, rank_up, id);
create index report_by_rank_down on report (account_id, rank_down, id);
create index report_of_result_by_url on report (account_id, rank_up, url, id);

create index report_of_project_by_id on report (account_id, project, id);
create index report_of_project_by_url on report (account_id, project, url, id);
create index report_of_project_by_rank_up on report (account_id, project, rank_up, id);
create index report_of_project_by_rank_down on report (account_id, project, rank_down, id);
create index report_of_project_and_result_by_url on report (account_id, project, rank_up, url, id);

-- The account in front keeps one account's search from reading another's trigrams.
create index report_search on report using gin (account_id, lower(url) gin_trgm_ops);
