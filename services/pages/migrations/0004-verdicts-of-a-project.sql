-- To count what was decided in a project lately.
create index page_verdict_of_project on page_verdict (account_id, project_id, judged_at) include (verdict, reason);
