-- Site reports are judged by their host. The alerts of the host that is named as the project keep the subject `site`, those
-- of another one are of `site <host>`.
-- safe beside the version before: what it still opens for another host as `site` ends with the rule or the runs of the site.

-- Scores of several hosts were compared with each other: those that have dropped are found again.
delete from alert
where subject = 'site' and rule like 'score_drops:%' and (
  select count(distinct report.host) from site_report report
  where report.account_id = alert.account_id and report.project_id = alert.project_id and report.status = 'done'
) > 1;

update alert set subject = 'site ' || report.host
from site_report report
where alert.subject = 'site' and report.account_id = alert.account_id
  and report.id = (alert.facts ->> 'site_report')::uuid and report.host <> report.project;
