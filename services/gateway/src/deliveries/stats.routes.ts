import { channelIds } from '@pagebell/channel-settings/all-channels'
import { type Static, Type } from '@pagebell/schema/type'
import { one, pathParams, problems } from '../http/answers.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { named, oneOf } from '../http/schemas.ts'
import { projectOfPath } from '../projects/project.ts'

const seconds = (description: string) => Type.Number({ description })

const statsJson = named(
  'ProjectStats',
  Type.Object(
    {
      channels: Type.Array(
        Type.Object({
          channel: oneOf(channelIds),
          delivered: Type.Integer({ description: 'Deliveries that were measured.' }),
          p50_seconds: seconds('Half of them took at most so long.'),
          p95_seconds: seconds('95 of 100 of them took at most so long.'),
        }),
        {
          description: 'The time from a submission to the answer of the search engine, with waits, checks and retries.',
        },
      ),
    },
    { description: 'How long the newest 3,000 deliveries of a project took, by channel.' },
  ),
)

type Stats = Static<typeof statsJson>

const getStats: Route = (app, { clients }) => {
  const schema = {
    operationId: 'getProjectStats',
    summary: 'How long deliveries of a project take',
    description: 'Channels by which none of the newest deliveries was accepted are missing.',
    params: pathParams('project'),
    response: { 200: one(statsJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/stats', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { account_id, project } = await projectOfPath(clients, request)
    const { channels: measured } = await clients.deliveryCounts.measureTimes({ account_id, project })
    const channels = measured.map(({ channel, delivered, p50_ms, p95_ms }) => ({
      channel: channel as Stats['channels'][number]['channel'],
      delivered,
      p50_seconds: toSeconds(p50_ms),
      p95_seconds: toSeconds(p95_ms),
    }))
    return { data: { channels }, status: 200 as const }
  })
}

const toSeconds = (ms: number): number => Math.round(ms) / 1_000

export default { tag: 'deliveries', routes: [getStats] } satisfies RoutesFile
