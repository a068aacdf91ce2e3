import { type Static, Type } from '@pagebell/schema/type'
import { bodyProblems, one, pathParams, problems } from '../http/answers.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { named, onlyThese, textOrNull } from '../http/schemas.ts'
import { projectOfPath } from '../projects/project.ts'

const maxRules = 20
const maxLength = 200
const texts = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength }), { maxItems: maxRules, description })

const fields = {
  main: textOrNull({ maxLength, description: 'The selector of the main element; null for what Pagebell finds.' }),
  ignore: texts('Selectors of elements that do not count: a tag, #id, .class, [attribute=value], and descendants.'),
  ignore_text: texts('Texts that do not count: * is any text, # a number.'),
}

const rulesBody = named(
  'PutPageRules',
  Type.Object(
    {
      main: Type.Optional(Type.String({ minLength: 1, maxLength, description: 'The selector of the main element.' })),
      ignore: Type.Optional(fields.ignore),
      ignore_text: Type.Optional(fields.ignore_text),
    },
    {
      ...onlyThese,
      description: 'Rules that are left out are removed.',
      examples: [
        { main: '#content', ignore: ['.related', '[data-ad]'], ignore_text: ['Last updated *', '# comments'] },
      ],
    },
  ),
)

const rulesJson = named(
  'PageRules',
  Type.Object(fields, { description: 'What counts on the pages of a project when they are compared.' }),
)

type Rules = Static<typeof rulesJson>

function toRulesJson({ rules_json }: { rules_json: string }): Rules {
  const { main = null, ignore = [], ignore_text = [] } = JSON.parse(rules_json) as Partial<Rules>
  return { main, ignore, ignore_text }
}

const getPageRules: Route = (app, { clients }) => {
  const schema = {
    operationId: 'getPageRules',
    summary: 'Get the page rules of a project',
    params: pathParams('project'),
    response: { 200: one(rulesJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/page-rules', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { account_id, project_id } = await projectOfPath(clients, request)
    return { data: toRulesJson(await clients.pages.getPageRules({ account_id, project_id })), status: 200 as const }
  })
}

const putPageRules: Route = (app, { clients }) => {
  const schema = {
    operationId: 'putPageRules',
    summary: 'Set what counts on the pages of a project',
    description: 'A page whose hash is another by the new rules counts as changed once.',
    params: pathParams('project'),
    body: rulesBody,
    response: { 200: one(rulesJson), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  app.put('/projects/:project/page-rules', { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { account_id, project_id } = await projectOfPath(clients, request)
    const rules_json = JSON.stringify(request.body)
    return {
      data: toRulesJson(await clients.pages.putPageRules({ account_id, project_id, rules_json })),
      status: 200 as const,
    }
  })
}

export default { tag: 'pages', routes: [getPageRules, putPageRules] } satisfies RoutesFile
