import type { TriedUrl__Output as PreviewedUrl } from '@pagebell/protos/intake/v1/rehearsals'
import type { CheckedUrl__Output as CheckedUrl } from '@pagebell/protos/pages/v1/pages'
import { Type } from '@pagebell/schema/type'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import type { Clients } from '../../clients/clients.ts'
import { undefinedIfBusy } from '../../clients/fallbacks.ts'
import { submitForm } from '../../forms/form-result.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { projectOfPath } from './project-of-path.ts'
import { sendWebhookPage } from './webhook.page.ts'

const params = Type.Object({ project: Type.String() })
const body = Type.Object({ urls: Type.String({ default: '', maxLength: 400_000 }) })

/** Pages that one call of the service pages checks. */
const maxChecked = 10
/** The gateway waits 40 s for a page of the panel. */
const checkDeadlineMs = 35_000

const previewUrls: Route = (app, tools) => {
  const { rehearsals } = tools.clients
  app.post('/projects/:project/try', { schema: { params, body } }, async (request, reply) => {
    const { account_id, project, project_id, preflight } = await projectOfPath(tools.clients, request)
    const text = request.body.urls
    const urls = text.split(/\r?\n/).flatMap((line) => line.trim() || [])
    const outcome = await submitForm(() => rehearsals.tryUrls({ account_id, project, urls }))
    if (!outcome.done) {
      void reply.code(outcome.status)
      const preview = { urls: text, errors: { message: 'Enter 1 to 1,000 URLs.' } }
      return sendWebhookPage(request, reply, tools, { name: project, preview })
    }
    const { results } = outcome.value
    const place = { account_id, project_id, project }
    const checks = preflight ? await checkAccepted(tools.clients, place, results) : undefined
    return sendWebhookPage(request, reply, tools, { name: project, preview: { urls: text, results, checks } })
  })
}

type Place = { account_id: string; project_id: string; project: string }

/** What pre-flight would decide of the first accepted URLs, by the URL as sent; undefined while pages is busy. */
async function checkAccepted(
  { pages }: Clients,
  place: Place,
  results: PreviewedUrl[],
): Promise<Map<string, CheckedUrl> | undefined> {
  const sent = results.flatMap(({ url, verdict }) => {
    const normalised = verdict === 'accepted' ? normaliseUrl(url) : undefined
    return normalised?.ok ? [{ url, normalised: normalised.url }] : []
  })
  const urls = sent.slice(0, maxChecked).map(({ normalised }) => normalised)
  if (urls.length === 0) return new Map()
  const request = { ...place, channel: 'indexnow', action: 'update', urls }
  const found = await undefinedIfBusy(pages.checkUrls(request, { deadlineMs: checkDeadlineMs }))
  if (found === undefined) return undefined
  const byUrl = new Map(found.urls.map((one) => [one.url, one]))
  return new Map(
    sent.flatMap(({ url, normalised }) => {
      const check = byUrl.get(normalised)
      return check === undefined ? [] : [[url, check]]
    }),
  )
}

export default signedInRoutes(previewUrls)
