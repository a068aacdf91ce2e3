-- Lists by score. Reports without one come last whichever way a list runs, so that each direction has its own key. A list of
-- one result holds rated reports only, and one index serves both directions. `case` and not `coalesce`: under row-level
-- security PostgreSQL looks into an index only with expressions that it knows to leak nothing.
create index report_by_score_up on report (account_id, (case when score is null then 101::smallint else score end), id);
create index report_by_score_down on report (account_id, (case when score is null then (-1)::smallint else score end), id);
create index report_of_result_by_score on report (account_id, rank_up, score, id);

create index report_of_project_by_score_up on report
  (account_id, project, (case when score is null then 101::smallint else score end), id);
create index report_of_project_by_score_down on report
  (account_id, project, (case when score is null then (-1)::smallint else score end), id);
create index report_of_project_and_result_by_score on report (account_id, project, rank_up, score, id);
