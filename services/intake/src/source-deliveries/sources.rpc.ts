import { Sources } from '@pagebell/rpc/contracts'
import { type Handler, implement } from '@pagebell/rpc/serve-rpc'
import { openSecrets } from '../source-settings/source-secrets.ts'
import { readPlace, type SourceTools, sourceSettingsHandlers } from '../source-settings/source-settings.rpc.ts'
import { findSource } from '../source-settings/sources.sql.ts'
import { noSource } from '../source-settings/stored-source.ts'
import { isAuthentic } from '../sources/read-request.ts'
import type { Rule } from '../sources/rules/rule.ts'
import { sourceHeaders } from '../sources/source-request.ts'
import { readWithMemory } from './read-with-memory.ts'
import { kindOf } from './receiving-source.ts'

type TrySource = Handler<typeof Sources, 'trySource'>

/** The sources of a project, and what a request to one of them would result in. */
export const sourcesRpc = (tools: SourceTools) =>
  implement(Sources, { ...sourceSettingsHandlers(tools), trySource: trySource(tools) })

/** What a pasted request would result in, also one without a signature. Nothing is written. */
function trySource({ db, seal, kinds }: SourceTools): TrySource {
  return async ({ headers, body, ...at }) => {
    const place = readPlace(at)
    const q = db.forAccount(place.accountId)
    const source = await findSource(q, place)
    if (source === undefined) throw noSource()
    const kind = kindOf(source, kinds)
    const request = {
      headers: sourceHeaders(headers.map(({ name, value }) => [name, value] as const)),
      body: Buffer.from(body),
      method: 'POST',
    }
    const rules = source.rules ?? kind.rules
    const usedRules = new Set<Rule>()
    const result = await readWithMemory(q, source, kind, request, { project: source.project, rules, usedRules })
    const secrets = openSecrets(seal, source)
    const { verdict, event, urls, missing, reason } = result
    return {
      verdict,
      urls,
      missing,
      ...(event !== null && { event }),
      ...(reason !== null && { reason }),
      rules: [...usedRules].map((rule) => rules.indexOf(rule)),
      ...(secrets.length > 0 && { authentic: isAuthentic(kind, request, secrets, new Date()) }),
    }
  }
}
