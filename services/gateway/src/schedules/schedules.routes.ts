import { withOwnership } from '@pagebell/rpc/shared-calls/with-ownership'
import { bodyProblems, deleted, deletedAnswer, formOrJson, one, pathParams, problems } from '../http/answers.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { projectOfPath } from '../projects/project.ts'
import { scheduleBody, scheduleJson, toScheduleJson, toSettings } from './schedule-json.ts'

const path = '/projects/:project/schedule'

const putSchedule: Route = (app, { clients }) => {
  const schema = {
    operationId: 'putSchedule',
    summary: 'Rate the site or pages of a project again and again',
    description:
      'A project has one schedule; another one takes its place. Each time counts as analyses of the day, as the same call would, and what the plan refuses is shown as the outcome of the time. A time that passed while Pagebell was away is made up for once. 409 with code ownership_not_proven: max_pages is more than 200, and the site does not serve the key file of the project.',
    consumes: formOrJson,
    params: pathParams('project'),
    body: scheduleBody,
    response: { 200: one(scheduleJson), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
  }

  app.put(path, { schema, config: { scope: 'reports:write' } }, async (request) => {
    const { account_id, project_id, project } = await projectOfPath(clients, request)
    const settings = toSettings(project, request.body)
    const place = { account_id, project_id, project }
    const kept = await withOwnership(
      clients.channelCare,
      { ...place, url: 'url' in settings ? settings.url : undefined },
      (is_owner) => clients.schedules.putSchedule({ ...place, settings, is_owner }),
    )
    return { data: toScheduleJson(project, kept), status: 200 as const }
  })
}

const getSchedule: Route = (app, { clients }) => {
  const schema = {
    operationId: 'getSchedule',
    summary: 'Get the schedule of a project, with its next time and what the last one led to',
    params: pathParams('project'),
    response: { 200: one(scheduleJson), ...problems('forbidden', 'not_found') },
  }

  app.get(path, { schema, config: { scope: 'reports:read' } }, async (request) => {
    const { account_id, project_id, project } = await projectOfPath(clients, request)
    const schedule = await clients.schedules.getSchedule({ account_id, project_id })
    return { data: toScheduleJson(project, schedule), status: 200 as const }
  })
}

const deleteSchedule: Route = (app, { clients }) => {
  const schema = {
    operationId: 'deleteSchedule',
    summary: 'Delete the schedule of a project',
    description: 'The reports that it has made stay.',
    params: pathParams('project'),
    response: { 200: deleted('schedule'), ...problems('forbidden', 'not_found') },
  }

  app.delete(path, { schema, config: { scope: 'reports:write' } }, async (request) => {
    const { account_id, project_id, project } = await projectOfPath(clients, request)
    await clients.schedules.deleteSchedule({ account_id, project_id })
    return deletedAnswer('schedule', project)
  })
}

export default { tag: 'schedules', routes: [putSchedule, getSchedule, deleteSchedule] } satisfies RoutesFile
