import type { LastmodSitemap__Output as Sitemap } from '@pagebell/protos/pages/v1/pages'
import { type Static, Type } from '@pagebell/schema/type'
import { deleted, deletedAnswer, one, pathParams, problems } from '../http/answers.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { named, textOrNull, timeOrNull } from '../http/schemas.ts'
import { projectOfPath } from '../projects/project.ts'

const sitemapJson = named(
  'LastmodSitemap',
  Type.Object(
    {
      url: textOrNull({ description: 'For robots.txt to name; null while it is off.' }),
      created_at: timeOrNull('When it got this address.'),
      pages: Type.Integer({ description: 'Pages in it: those that an engine can show.' }),
    },
    { description: 'The public sitemap of a project: its pages, with the time when their words changed.' },
  ),
)

function toSitemapJson(
  { token, created_at, pages }: Sitemap,
  publicUrl: (path: string) => string,
): Static<typeof sitemapJson> {
  const url = token === undefined ? null : publicUrl(`/lastmod/${token}.xml`)
  return { url, created_at: created_at ?? null, pages: Number(pages) }
}

const getSitemap: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'getLastmodSitemap',
    summary: 'The public sitemap of a project, if it is on',
    params: pathParams('project'),
    response: { 200: one(sitemapJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/lastmod', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { account_id, project_id } = await projectOfPath(clients, request)
    const sitemap = await clients.pages.getLastmodSitemap({ account_id, project_id })
    return { data: toSitemapJson(sitemap, publicUrl), status: 200 as const }
  })
}

const rotateSitemap: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'rotateLastmodSitemap',
    summary: 'Turn the public sitemap on, or give it a new address',
    description: 'The address of before ends at once.',
    params: pathParams('project'),
    response: { 201: one(sitemapJson, 201), ...problems('forbidden', 'not_found') },
  }

  app.post('/projects/:project/lastmod', { schema, config: { scope: 'projects:write' } }, async (request, reply) => {
    const { account_id, project_id, project } = await projectOfPath(clients, request)
    const sitemap = await clients.pages.rotateLastmodSitemap({ account_id, project_id })
    void reply.code(201).header('location', publicUrl(`/api/v1/projects/${project}/lastmod`))
    return { data: toSitemapJson(sitemap, publicUrl), status: 201 as const }
  })
}

const deleteSitemap: Route = (app, { clients }) => {
  const schema = {
    operationId: 'deleteLastmodSitemap',
    summary: 'Turn the public sitemap off',
    params: pathParams('project'),
    response: { 200: deleted('lastmod_sitemap'), ...problems('forbidden', 'not_found') },
  }

  app.delete('/projects/:project/lastmod', { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { account_id, project_id } = await projectOfPath(clients, request)
    await clients.pages.deleteLastmodSitemap({ account_id, project_id })
    return deletedAnswer('lastmod_sitemap', project_id)
  })
}

export default { tag: 'pages', routes: [getSitemap, rotateSitemap, deleteSitemap] } satisfies RoutesFile
