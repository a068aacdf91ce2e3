import { createHash } from 'node:crypto'
import { Type } from '@pagebell/schema/type'
import { findProject } from '../find-project.ts'
import { tried } from '../form-errors.ts'
import { frameOf, sendPage } from '../frame.ts'
import { loadProjectPage } from '../load-project-page.ts'
import { newSecretPage } from '../pages/new-secret.ts'
import { projectPage } from '../pages/project.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'
import { unconfirmed } from '../unconfirmed.ts'

const params = Type.Object({ project: Type.String() })
const body = Type.Object({
  'secret-grace': Type.Integer({ enum: [0, 3_600, 86_400, 604_800], default: 86_400 }),
  'secret-at-once': Type.Optional(Type.String({ maxLength: 10 })),
  once: Type.String({ format: 'uuid' }),
})

/** Answers with the secret instead of leading to it: it stands nowhere but in this answer. */
export const rotateEndpointSecret: Route = (app, tools) => {
  const { peers } = tools
  app.post('/projects/:project/endpoint/rotate', { schema: { params, body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { 'secret-grace': graceSeconds, once, 'secret-at-once': confirmed } = request.body
    const { project, project_id } = await findProject(peers, account_id, request.params.project)
    const request_sha256 = createHash('sha256').update(`panel ${graceSeconds}`).digest()
    const idempotency = { key: once, request_sha256 }
    const outcome = await tried(async () => {
      if (graceSeconds === 0 && confirmed === undefined) throw unconfirmed('secret-at-once', 'secret')
      return peers.eventEndpoints.rotateSecret({ account_id, project_id, grace_seconds: graceSeconds, idempotency })
    })
    if (!outcome.done) {
      const shown = await loadProjectPage(tools, account_id, project)
      void reply.code(outcome.status)
      const errors = { secret: outcome.errors }
      return sendPage(reply, projectPage(frameOf(request, reply, tools), { ...shown, errors }))
    }
    const { secret } = outcome.value
    return sendPage(reply, newSecretPage(frameOf(request, reply, tools), { project, secret, graceSeconds }))
  })
}
