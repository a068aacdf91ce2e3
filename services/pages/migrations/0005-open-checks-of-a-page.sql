-- To see whether a page is being checked; it serves what page_check_of_project did.
create index page_check_of_page on page_check (account_id, project_id, url_hash);
drop index page_check_of_project;
