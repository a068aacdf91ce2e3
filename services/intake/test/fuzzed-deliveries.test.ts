import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { belongsTo } from '@pagebell/urls/project-name'
import fc from 'fast-check'
import { loadSources } from '../src/sources/load-sources.ts'
import type { Json } from '../src/sources/parse-json.ts'
import { fixture } from './given-delivery.ts'
import { intake, test, useIntake } from './intake-under-test.ts'
import { batchesOf, type Ids, newIds, newSource } from './new-source.ts'

useIntake()

/** In each URL of the other account, and in no delivery. */
const mark = 'page-of-the-other-account'
const other: Ids = { ...newIds(), project: 'other.example' }
const account: Ids = newIds()
/** Whole URLs and hosts from fields, so that rules stop nothing by themselves. */
const openRules = [{ url: ['{url}', 'https://{project}/{slug}', '{link|lower}'], id: '{id}' }]

/** What a sender sets itself; the connection's are those of this test. */
const ownHeaders = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /^(x-|content-type$)/i.test(name)))

type Sample = { kind: string; headers: Record<string, string>; body: Json }
const samples: Sample[] = readdirSync(new URL('../src/sources/fixtures', import.meta.url), { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.json'))
  .map((file) => {
    const content = fixture(file)
    const { headers, body } = file.includes('.with-headers.') ? content : { headers: {}, body: content }
    return {
      kind: file.split('/')[0] ?? '',
      headers: ownHeaders(headers as Record<string, string>),
      body: body as Json,
    }
  })

/** Tokens of the sources of the account, one of each kind and one with open rules for it. */
const tokens = new Map<string, string[]>()
let kinds: string[] = []
let sourceIdsOfOther: string[] = []

beforeAll(async () => {
  const all = await loadSources()
  kinds = [...all.keys()]
  for (const kind of kinds) {
    // A project has at most 20 sources.
    const ids = { ...account, project_id: randomUUID() }
    const given = { kind, secret: '', ids }
    const ofKind = [await newSource(given), await newSource({ ...given, rules: openRules })]
    tokens.set(
      kind,
      ofKind.map(({ token }) => token),
    )
  }
  // The other account has pages under the ids of the samples.
  const sources = [await newSource({ kind: 'custom', secret: '', ids: other, rules: [{ url: '{url}', id: '{id}' }] })]
  sourceIdsOfOther = sources.map(({ source_id }) => source_id)
  for (const id of idsOf(samples)) {
    const url = `https://${other.project}/${mark}/${encodeURIComponent(id)}`
    expect((await send(sources[0]?.token ?? '', JSON.stringify({ id, url }))).status).toBe(202)
  }
})

/** What the samples have under the name `id`, at any depth. */
function idsOf(values: unknown): string[] {
  if (Array.isArray(values)) return [...new Set(values.flatMap(idsOf))].slice(0, 50)
  if (typeof values !== 'object' || values === null) return []
  return Object.entries(values).flatMap(([name, value]) =>
    name === 'id' && (typeof value === 'string' || typeof value === 'number') ? [String(value)] : idsOf(value),
  )
}

async function send(token: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const response = await fetch(`${intake.url}/api/hooks/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return { status: response.status, text: await response.text() }
}

/** The paths of all values of a document. */
function pathsOf(value: Json, before: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return entries.flatMap(([name, inner]) => {
    const path = [...before, String(name)]
    return [path, ...pathsOf(inner as Json, path)]
  })
}

/** A copy without the value at the path, or with another one there. */
function withChange(body: Json, path: string[], change: { value?: unknown }): Json {
  const copy = structuredClone(body)
  const parent = path.slice(0, -1).reduce<unknown>((of, name) => Reflect.get(Object(of), name), copy)
  if (typeof parent !== 'object' || parent === null) return copy
  const last = path.at(-1) ?? ''
  if ('value' in change) Reflect.set(parent, last, change.value)
  else Reflect.deleteProperty(parent, last)
  return copy
}

const hostile = fc.constantFrom(
  'https://other.example/x',
  '//other.example/x',
  'other.example',
  '/../..',
  '\\\\other.example',
  '',
  '\u0000',
  '\ud800',

  'https://example.com@other.example/',
  'javascript:alert(1)',
  'https://example.com.other.example/',
  'x'.repeat(5_000),
  '__proto__',
  'refs/heads/main',
  'publish',
  'active',
  'DELETED',
  '{project}',
  '%2e%2e%2f',
  'https://[::1]/',
)
const value = fc.oneof(hostile, fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(null, 0, -1, 1e300, true, [], {}, [[]]))
const change = fc.oneof(fc.constant({}), fc.record({ value }))

const changedSample = fc
  .constantFrom(...samples)
  .chain((sample) =>
    fc.record({
      sample: fc.constant(sample),
      changes: fc.array(fc.tuple(fc.nat(), change), { maxLength: 6 }),
    }),
  )
  .map(({ sample, changes }) => {
    const body = changes.reduce<Json>((before, [at, one]) => {
      const paths = pathsOf(before)
      return paths.length === 0 ? before : withChange(before, paths[at % paths.length] ?? [], one)
    }, sample.body)
    return { ...sample, body: JSON.stringify(body) ?? 'null' }
  })

const anyBody = fc.oneof(
  fc.json({ maxDepth: 5 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes)),
  fc
    .dictionary(fc.constantFrom('url', 'urls', 'slug', 'id', 'link', 'action', 'event'), value)
    .map((one) => JSON.stringify(one)),
)
/** A Content-Type that is none, such as `push`, is refused with 415 before the body is read. */
const anyHeaders = fc.dictionary(
  fc.constantFrom('x-github-event', 'x-shopify-topic', 'x-wc-webhook-topic', 'x-event-key', 'x-gitlab-event'),
  fc.constantFrom(
    'push',
    'products/delete',
    'product.deleted',
    'text/plain',
    'application/x-www-form-urlencoded',
    'x',
    '',
  ),
)

/** Sends to a source of the account, and checks that the answer is one that every sender gets, about its pages. */
async function expectHarmless(token: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) {
  const { status, text } = await send(token, body, headers)
  expect([200, 202]).toContain(status)
  expect(text).not.toContain(mark)
  const answer = JSON.parse(text) as { verdict: string; results?: { url: string }[] }
  expect(['urls', 'scan', 'ignored', 'unmapped']).toContain(answer.verdict)
  for (const { url } of answer.results ?? [])
    expect([url, belongsTo(new URL(url).hostname, account.project)]).toEqual([url, true])
}

const tokenOf = (kind: string, number: number): string => {
  const ofKind = tokens.get(kind) ?? [...tokens.values()].flat()
  return ofKind[number % ofKind.length] ?? ''
}

describe('a delivery', () => {
  it('of a real sender with fields removed and replaced never gives an error, a foreign URL or another account’s page', async () => {
    await fc.assert(
      fc.asyncProperty(changedSample, fc.boolean(), fc.nat(), async ({ kind, headers, body }, isOwnKind, number) => {
        const to = isOwnKind ? kind : (kinds[number % kinds.length] ?? '')
        await expectHarmless(tokenOf(to, number), body, headers)
      }),
      { numRuns: 600 },
    )
  })

  it('of anything never gives an error, a foreign URL or another account’s page', async () => {
    await fc.assert(
      fc.asyncProperty(anyBody, anyHeaders, fc.nat(), async (body, headers, number) => {
        await expectHarmless(tokenOf('', number), body, headers)
      }),
      { numRuns: 600 },
    )
  })
})

it('what was sent is on the site of the account only, and the other account is as it was', async () => {
  const batches = await test.query('select urls from batch where account_id = $1', [account.account_id])
  expect(batches).not.toEqual([])
  for (const url of batches.flatMap(({ urls }) => urls as string[]))
    expect([url, belongsTo(new URL(url).hostname, account.project)]).toEqual([url, true])
  const items = await test.query('select source_id, url from source_item where account_id = $1', [account.account_id])
  for (const { url } of items) expect(url).not.toContain(mark)
  expect(await batchesOf(other)).toHaveLength(idsOf(samples).length)
  const logged = await test.query('select distinct source_id from webhook_request where account_id = $1', [
    account.account_id,
  ])
  for (const { source_id } of logged) expect(sourceIdsOfOther).not.toContain(source_id)
})
