-- What an account says of a project touches no other account, even under the same project id.
alter table hook drop constraint hook_pkey, add primary key (account_id, project_id);
alter table closed_project drop constraint closed_project_pkey, add primary key (account_id, project_id);
