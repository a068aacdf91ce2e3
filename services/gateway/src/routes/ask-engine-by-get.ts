import { one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { ask, askedUrl, known, knownPath } from './ask-engine.ts'

/** As it was asked before there was a POST. It takes the same scope, since it uses the same quota. */
export const askEngineByGet: Route = (app, tools) => {
  const schema = {
    operationId: 'askEngineByGet',
    summary: 'What an engine itself knows of a URL (use POST)',
    description: 'As POST, and kept for clients of before: programs repeat a GET by themselves, which costs quota.',
    deprecated: true,
    tags: ['channels'],
    params: pathOf('project', 'channel'),
    querystring: askedUrl,
    response: { 200: one(known), ...problems('forbidden', 'not_found') },
  }
  app.get(knownPath, { schema, config: { scope: 'projects:write' } }, (request) => {
    const { accountId } = callerOf(request)
    return ask(tools, { accountId, ...request.params, url: request.query.url })
  })
}
