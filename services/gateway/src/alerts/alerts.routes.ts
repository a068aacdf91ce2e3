import { bodyProblems, one, pathParams, problems } from '../http/answers.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { projectOfPath } from '../projects/project.ts'
import { alertsBody, alertsJson, toAlertsJson } from './alert-json.ts'

const path = '/projects/:project/alerts'

const getAlerts: Route = (app, { clients }) => {
  const schema = {
    operationId: 'getAlerts',
    summary: 'Get the alert rules of a project, and what is open',
    params: pathParams('project'),
    response: { 200: one(alertsJson), ...problems('forbidden', 'not_found') },
  }

  app.get(path, { schema, config: { scope: 'reports:read' } }, async (request) => {
    const { account_id, project_id, project } = await projectOfPath(clients, request)
    return {
      data: toAlertsJson(project, await clients.alerts.getAlerts({ account_id, project_id })),
      status: 200 as const,
    }
  })
}

const putAlerts: Route = (app, { clients }) => {
  const schema = {
    operationId: 'putAlerts',
    summary: 'Set the alert rules of a project',
    description:
      'Rules judge all runs of the site reports and reports of the project. What two of the last three runs show is an alert, and gone when two runs in a row do not show it. The event alert.digest lists both for the event endpoints of the project, once a day at most. certificate needs no confirmation. watch_trouble begins and ends with what the scans of the watch find, held with two counts an hour apart and one that is lower.',
    params: pathParams('project'),
    body: alertsBody,
    response: { 200: one(alertsJson), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
  }

  app.put(path, { schema, config: { scope: 'reports:write' } }, async (request) => {
    const { account_id, project_id, project } = await projectOfPath(clients, request)
    const { rules, at = '08:00', zone } = request.body
    const kept = await clients.alerts.putAlerts({ account_id, project_id, project, rules, at, zone })
    return { data: toAlertsJson(project, kept), status: 200 as const }
  })
}

export default { tag: 'alerts', routes: [getAlerts, putAlerts] } satisfies RoutesFile
