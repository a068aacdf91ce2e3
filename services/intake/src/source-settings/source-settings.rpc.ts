import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { requireIds } from '@pagebell/faults/ids'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { Sources } from '@pagebell/rpc/contracts'
import type { HandlersOf } from '@pagebell/rpc/serve-rpc'
import type { Seal } from '@pagebell/tokens/seal'
import { hashToken, lastFour, mintToken } from '@pagebell/tokens/token'
import { isClosed, lockProject, type NewToken } from '../hooks/hooks.sql.ts'
import { refuseTokenReplay } from '../hooks/refuse-token-replay.ts'
import { toAccountLimits } from '../quotas/quota-use.ts'
import { setLimits } from '../quotas/quotas.sql.ts'
import { toRequestReply } from '../requests/request-reply.ts'
import { listLastRequests } from '../requests/requests.sql.ts'
import { type Source, sampleBody } from '../sources/source.ts'
import { readAllowIps, readGrace, readKind, readName, readRules, readSecret } from './source-fields.ts'
import { reencryptSecrets, sealSecret } from './source-secrets.ts'
import {
  changeSource,
  deleteSource,
  findSource,
  insertSource,
  listSources,
  rotateSourceToken,
  setSourceSecret,
} from './sources.sql.ts'
import { maxSources, noSource, type SourcePlace, type StoredSource } from './stored-source.ts'

export type SourceTools = { db: Database; seal: Seal; kinds: ReadonlyMap<string, Source> }

type SettingsHandlers = Omit<HandlersOf<typeof Sources>, 'trySource'>

/** The sources of a project. A change counts from the next delivery on: it waits for the one that is being committed. */
export function sourceSettingsHandlers({ db, seal, kinds }: SourceTools): SettingsHandlers {
  /** Sources of one project with the newest call of each. */
  async function toReplies(q: Queryable, place: Omit<SourcePlace, 'sourceId'>, rows: StoredSource[]) {
    const ids = rows.map(({ source_id }) => source_id)
    const requests = await listLastRequests(q, place, ids)
    const last = new Map(requests.map((request) => [request.source_id, toRequestReply(request)]))
    return rows.map((row) => ({ ...toSourceReply(row, kinds), last_request: last.get(row.source_id) ?? null }))
  }

  async function findReply(q: Queryable, place: SourcePlace) {
    const row = await findSource(q, place)
    const [source] = row === undefined ? [] : await toReplies(q, place, [row])
    if (source === undefined) throw noSource()
    return source
  }

  const kindList = { kinds: [...kinds.values()].map(toKindReply) }

  return {
    listKinds: async () => kindList,

    async createSource({ account_id, project_id, project, limits, idempotency, ...fields }) {
      requireIds({ account_id, project_id })
      const { kind } = readKind(fields.kind, kinds)
      const name = readName(fields.name)
      const secret = readSecret(fields.secret)
      const [rules, allowIps] = [readRules(fields.rules), readAllowIps(fields.allow_ips)]
      // Before the transaction and not inside it, because commits lock sources first and accounts second.
      await setLimits(db.forAccount(account_id), account_id, toAccountLimits(limits))
      const place = { accountId: account_id, projectId: project_id, sourceId: randomUUIDv7() }
      const { token, stored } = newToken()
      const sealedSecret =
        secret === undefined ? undefined : sealSecret(seal, { account_id, source_id: place.sourceId }, secret)
      return db.forAccount(account_id).transaction(async (q) => {
        await lockProject(q, project_id)
        if (await isClosed(q, account_id, project_id)) throw projectGone()
        await refuseTokenReplay(q, { ...place, operation: 'source' }, idempotency)
        if ((await listSources(q, account_id, project_id)).length >= maxSources) throw tooManySources()
        await insertSource(q, { ...place, project, kind, name, token: stored, sealedSecret, rules, allowIps })
        return { source: await findReply(q, place), token }
      })
    },

    async listSources({ account_id, project_id }) {
      requireIds({ account_id, project_id })
      const q = db.forAccount(account_id)
      const rows = await listSources(q, account_id, project_id)
      return { sources: await toReplies(q, { accountId: account_id, projectId: project_id }, rows) }
    },

    async getSource(request) {
      const place = readPlace(request)
      return findReply(db.forAccount(place.accountId), place)
    },

    async changeSource({ name, enabled, secret, rules, allow_ips, ...request }) {
      const place = readPlace(request)
      const graceSeconds = readGrace(request.secret_grace_seconds)
      const changes = {
        enabled,
        name: name === undefined ? undefined : readName(name),
        rules: rules === undefined ? undefined : readRules(rules),
        allowIps: allow_ips === undefined || allow_ips === null ? undefined : readAllowIps(allow_ips.cidrs),
      }
      const newSecret = secret === undefined ? undefined : (readSecret(secret) ?? null)
      return db.forAccount(place.accountId).transaction(async (q) => {
        if (!(await changeSource(q, place, changes))) throw noSource()
        if (newSecret !== undefined) {
          const at = { account_id: place.accountId, source_id: place.sourceId }
          const sealed = newSecret === null ? null : sealSecret(seal, at, newSecret)
          await setSourceSecret(q, place, sealed, graceSeconds)
        }
        return findReply(q, place)
      })
    },

    /** Returns the source as it was, disabled. */
    async deleteSource(request) {
      const place = readPlace(request)
      return db.forAccount(place.accountId).transaction(async (q) => {
        const source = await findReply(q, place)
        await deleteSource(q, place)
        return { ...source, enabled: false }
      })
    },

    async rotateSource({ grace_seconds, idempotency, ...request }) {
      const place = readPlace(request)
      const graceSeconds = readGrace(grace_seconds)
      const { token, stored } = newToken()
      return db.forAccount(place.accountId).transaction(async (q) => {
        await refuseTokenReplay(q, { ...place, operation: 'source' }, idempotency)
        if (!(await rotateSourceToken(q, place, stored, graceSeconds))) throw noSource()
        return { source: await findReply(q, place), token }
      })
    },

    reencryptSources: async () => ({ count: await reencryptSecrets(db, seal) }),
  }
}

/** The place of a request, with the id in the letter case in which it is stored. */
export function readPlace(request: { account_id: string; project_id: string; source_id: string }): SourcePlace {
  const { account_id, project_id, source_id } = request
  requireIds({ account_id, project_id, source_id })
  return { accountId: account_id, projectId: project_id, sourceId: source_id.toLowerCase() }
}

function newToken(): { token: string; stored: NewToken } {
  const token = mintToken('pbh_')
  return { token, stored: { id: randomUUID(), hash: hashToken(token), lastFour: lastFour(token) } }
}

function toKindReply(kind: Source) {
  const { sends, setUp, secret, signed, results, rules, sample } = kind
  return {
    kind: kind.kind,
    title: kind.title,
    sends,
    set_up: [...setUp],
    secret,
    signed,
    results: results.map(([event, result]) => ({ event, result })),
    rules: JSON.stringify(rules),
    sample_headers: Object.entries(sample.headers ?? {}).map(([name, value]) => ({ name, value })),
    sample_body: sampleBody(kind),
  }
}

/** What is null stays out of the reply. */
function toSourceReply(row: StoredSource, kinds: ReadonlyMap<string, Source>) {
  const { previous_last_four, previous_accepted_until, previous_secret_until, last_used_at } = row
  return {
    source_id: row.source_id,
    kind: row.kind,
    name: row.name,
    enabled: row.enabled,
    last_four: row.last_four,
    ...(previous_last_four !== null && { previous_last_four }),
    ...(previous_accepted_until !== null && { previous_accepted_until }),
    has_secret: row.secret !== null,
    ...(previous_secret_until !== null && { previous_secret_until }),
    rules: JSON.stringify(row.rules ?? kinds.get(row.kind)?.rules ?? []),
    default_rules: row.rules === null,
    allow_ips: row.allow_ips,
    created_at: row.created_at,
    ...(last_used_at !== null && { last_used_at }),
  }
}

const projectGone = () => fault('not_found', 'There is no such project.', { code: 'project_gone' })

const tooManySources = () =>
  fault('conflict', `A project has at most ${maxSources} sources. Delete one first.`, { code: 'too_many_sources' })
