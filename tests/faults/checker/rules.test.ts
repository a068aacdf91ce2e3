import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { rules } from './all-rules.ts'
import { begun, goodRun, hidden, url } from './good-run.ts'
import { type Evidence, readEvidence } from './read-evidence.ts'
import { answers } from './rules/answers.ts'
import { drained } from './rules/drained.ts'
import { durable } from './rules/durable.ts'
import { isolated } from './rules/isolated.ts'
import { charged, limit } from './rules/quota.ts'
import { reached } from './rules/reached.ts'
import { refused } from './rules/refused.ts'
import { repeated } from './rules/repeated.ts'
import type { Rule } from './rules/rule.ts'
import { givenBack, skipped, useful } from './rules/skipped.ts'
import { goodTokens, tokens } from './rules/tokens.ts'
import { whole } from './rules/whole.ts'
import { duplicate, once } from './rules/window.ts'
import { settle } from './settle.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagebell-checker-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function evidenceOf(files: Record<string, object[]>): Evidence {
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  for (const [name, entries] of Object.entries(files))
    writeFileSync(join(folder, name), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  writeFileSync(join(folder, 'run.json'), JSON.stringify({ windowSeconds: 20, shiftMs: 0, left: {} }))
  writeFileSync(join(folder, 'queues.json'), '{}')
  return readEvidence(folder)
}

const brokenBy = (evidence: Evidence): Rule[] => rules.filter((rule) => rule.findBroken(settle(evidence)).length > 0)

it('finds no violation in a correct run', () => {
  expect(rules.flatMap((rule) => rule.findBroken(settle(evidenceOf(goodRun()))))).toEqual([])
})

type Wrong = { what: string; rule: Rule; spoil(evidence: Evidence): void }

const first = <T>(items: T[]): T => {
  const [item] = items
  if (item === undefined) throw new Error('The correct run has none.')
  return item
}
const skip = (evidence: Evidence) => first(evidence.deliveries.filter(({ url: one }) => one === hidden))
/** The third URL arrives again; the engine treated its first request like this. */
const sendAgain = (evidence: Evidence, behaviour: string): void => {
  const [, request] = evidence.engine
  if (request === undefined) throw new Error('The correct run has two requests to the engine.')
  evidence.engine.push({ ...request, t: begun + 60_000 })
  request.behaviour = behaviour
}
const submit = (evidence: Evidence, id: number) => first(evidence.submits.filter((one) => one.id === id))

it.each<Wrong>([
  { what: 'a 202 without its batch', rule: durable, spoil: (e) => e.batches.splice(0, 1) },
  { what: 'a stored batch that lacks a URL', rule: durable, spoil: (e) => first(e.batches).urls.pop() },
  { what: 'a batch of a request that was refused', rule: whole, spoil: (e) => (submit(e, 2).status = 422) },
  {
    what: 'half of a request whose answer was lost',
    rule: whole,
    spoil: (e) => submit(e, 2).urls.push(url(9)),
  },
  { what: 'a URL that never arrived', rule: reached, spoil: (e) => e.engine.splice(1, 1) },
  { what: 'a URL that arrived only before it was sent', rule: reached, spoil: (e) => (first(e.engine).t = begun - 20) },
  {
    what: 'a URL rejected without a refusal by the engine',
    rule: reached,
    spoil: (e) => {
      e.engine.splice(1, 1)
      for (const delivery of e.deliveries) if (delivery.batchId === 'b2') delivery.status = 'rejected'
    },
  },
  { what: 'a refused URL that arrived', rule: refused, spoil: (e) => first(e.engine).urls.push(url(4)) },
  { what: 'a URL that was answered and sent again', rule: repeated, spoil: (e) => sendAgain(e, 'normal') },
  { what: 'a URL that was charged twice', rule: charged, spoil: (e) => (first(e.used).used = 5) },
  { what: 'a URL that was not charged', rule: charged, spoil: (e) => (first(e.used).used = 3) },
  {
    what: 'more used than the plan allows',
    rule: limit,
    spoil: (e) => (first(e.used).used = 101),
  },
  {
    what: 'an acceptance whose quota is over the limit',
    rule: limit,
    spoil: (e) => (submit(e, 1).quota = { day: { limit: 1, used: 2 }, month: { limit: null, used: 2 } }),
  },
  { what: 'a URL accepted twice within the window', rule: once, spoil: (e) => e.batches[2]?.urls.push(url(1)) },
  { what: 'a duplicate of nothing', rule: duplicate, spoil: (e) => (submit(e, 3).urls = [url(8)]) },
  {
    what: 'a duplicate of a URL charged before the window',
    rule: duplicate,
    spoil: (e) => (first(e.batches).at -= 30_000),
  },
  {
    what: 'a delivery that a source accepted after the deletion of its project',
    rule: tokens,
    spoil: (e) => (first(e.controls).what = 'delete'),
  },
  {
    what: 'an acceptance with a token that a rotate had ended',
    rule: tokens,
    spoil: (e) => Object.assign(submit(e, 5), { status: 202, batchId: 'b1', verdicts: [] }),
  },
  { what: 'a valid token answered 404', rule: goodTokens, spoil: (e) => (submit(e, 2).status = 404) },
  { what: 'an outbox that is not empty', rule: drained, spoil: (e) => (e.outboxes['intake'] = 1) },
  { what: 'a message left in a queue', rule: drained, spoil: (e) => (e.queues['some.queue'] = 1) },
  { what: 'a delivery that never ends', rule: drained, spoil: (e) => (first(e.deliveries).status = 'retrying') },
  { what: 'a delivery that is missing', rule: drained, spoil: (e) => e.deliveries.splice(0, 1) },
  { what: 'a report that runs for ever', rule: drained, spoil: (e) => e.reports.push('r1') },
  {
    what: "another account's URL under a host",
    rule: isolated,
    spoil: (e) => first(e.engine).urls.push('https://x/of-a2/1'),
  },
  { what: "another host's key", rule: isolated, spoil: (e) => (first(e.engine).key = 'key-of-another') },
  {
    what: "another account's URL in a list",
    rule: isolated,
    spoil: (e) => e.reads.push({ account: 'a2', urls: [url(1)] }),
  },
  { what: 'a skipped URL without a check', rule: skipped, spoil: (e) => (submit(e, 6).preflight = false) },
  {
    what: 'a page skipped as unchanged that never arrived',
    rule: skipped,
    spoil: (e) => (skip(e).reason = 'unchanged'),
  },
  { what: 'a deletion skipped as an update', rule: skipped, spoil: (e) => (submit(e, 6).action = 'delete') },
  { what: 'an unknown reason', rule: skipped, spoil: (e) => (skip(e).reason = 'tired') },
  { what: 'a page that no engine can show, sent', rule: useful, spoil: (e) => (skip(e).status = 'delivered') },
  { what: 'a skipped URL that was not given back', rule: givenBack, spoil: (e) => e.givenBack.clear() },
  { what: 'a URL that was given back twice', rule: givenBack, spoil: (e) => e.givenBack.set('b6', 2) },
  { what: 'a URL that was given back and sent', rule: givenBack, spoil: (e) => e.givenBack.set('b1', 1) },
  { what: 'a URL that is counted twice as given back', rule: givenBack, spoil: (e) => (first(e.used).givenBack = 2) },
  { what: 'a given-back URL that is still charged', rule: charged, spoil: (e) => (first(e.used).givenBack = 0) },
  { what: 'an internal error', rule: answers, spoil: (e) => (submit(e, 5).status = 500) },
])('finds $what', ({ rule, spoil }) => {
  const evidence = evidenceOf(goodRun())
  spoil(evidence)
  expect(brokenBy(evidence)).toContain(rule)
})

it.each([
  ['its answer was cut', 'reset', { name: 'engine reset', injectedAt: begun + 44 }],
  ['its copy was killed', 'normal', { name: 'kill -9 notifier', injectedAt: begun + 1_000 }],
  ['its copy was frozen before', 'normal', { name: 'SIGSTOP notifier', injectedAt: begun - 3_000 }],
  ['PostgreSQL was away', 'normal', { name: 'wire notifier to postgres cut', injectedAt: begun + 46 }],
])('a URL may be sent again if %s', (_why, behaviour, fault) => {
  const evidence = evidenceOf(goodRun())
  sendAgain(evidence, behaviour)
  const { injectedAt } = fault
  evidence.faults.push({ ...fault, revertingAt: injectedAt, recoveredAt: injectedAt + 2_500, why: undefined })
  expect(brokenBy(evidence)).toEqual([])
})

it.each([
  ['another service is killed', { name: 'kill -9 analyzer', injectedAt: begun + 44 }],
  ['a copy is killed long after its answer', { name: 'kill -9 notifier', injectedAt: begun + 20_000 }],
  ['a copy was killed before, and is back', { name: 'kill -9 notifier', injectedAt: begun - 9_000 }],
])('a URL may not be sent again because %s', (_why, fault) => {
  const evidence = evidenceOf(goodRun())
  sendAgain(evidence, 'normal')
  const { injectedAt } = fault
  evidence.faults.push({ ...fault, revertingAt: injectedAt, recoveredAt: injectedAt + 2_500, why: undefined })
  expect(brokenBy(evidence)).toEqual([repeated])
})

it('dates a batch from a lost request when a later one has the same Idempotency-Key', () => {
  const evidence = evidenceOf(goodRun())
  const lost = submit(evidence, 2)
  const repeated = {
    ...lost,
    id: 8,
    sentAt: begun + 60,
    overAt: begun + 65,
    status: 202,
    batchId: 'b2',
    verdicts: ['accepted'],
  }
  Object.assign(lost, { key: 'k1' })
  evidence.submits.push({ ...repeated, key: 'k1' })
  expect(brokenBy(evidence)).toEqual([])
  // With no key or another key, the URL reached the engine before it was sent.
  for (const key of [undefined, 'k2']) {
    Object.assign(first(evidence.submits.filter(({ id }) => id === 8)), { key })
    expect(brokenBy(evidence)).toContain(refused)
  }
})

it('judges duplicates in a lost request by its send time, even if a frozen database charges it later', () => {
  const evidence = evidenceOf(goodRun())
  submit(evidence, 2).urls.push(url(1))
  const late = (ms: number) =>
    Object.assign(first(evidence.batches.filter(({ id }) => id === 'b2')), { at: begun + ms })
  late(30_000)
  expect(brokenBy(evidence)).not.toContain(whole)
  // A charge older than the window does not make the URL a duplicate.
  first(evidence.batches).at -= 30_000
  expect(brokenBy(evidence)).toContain(whole)
})

it('ends the window of an action when the opposite one is accepted', () => {
  const evidence = evidenceOf(goodRun())
  const [, , third] = evidence.batches
  if (third === undefined) throw new Error('The correct run has three batches.')
  // The update of a URL that a deletion before it has ended.
  third.urls.push(url(3))
  expect(brokenBy(evidence)).toContain(once)
  const deletion = { ...third, id: 'b4', action: 'delete', at: begun + 45 }
  evidence.batches.push(deletion)
  expect(brokenBy(evidence)).not.toContain(once)
  // Before the first update, or after the second one, it ends nothing.
  for (const at of [begun + 5, begun + 65]) {
    deletion.at = at
    expect(brokenBy(evidence)).toContain(once)
  }
})

it('finds a duplicate of a URL whose opposite action had been accepted since', () => {
  const evidence = evidenceOf(goodRun())
  const deletion = {
    ...submit(evidence, 1),
    id: 7,
    action: 'delete',
    urls: [url(1)],
    batchId: 'b5',
    verdicts: ['accepted'],
  }
  evidence.submits.push(Object.assign(deletion, { sentAt: begun + 22, overAt: begun + 28 }))
  expect(brokenBy(evidence)).toContain(duplicate)
  // Without its response before the request, it may have been accepted after it.
  deletion.overAt = begun + 55
  expect(brokenBy(evidence)).not.toContain(duplicate)
})

it('finds the request of each batch whose response was lost, though several could have made one of them', () => {
  const evidence = evidenceOf(goodRun())
  const lost = submit(evidence, 2)
  const earlier = { ...lost, id: 7, sentAt: begun + 25, urls: [url(3), url(8)] }
  // url(3) is in both: the later one has made the batch with it, and the earlier one the batch without it.
  lost.urls.push(url(1))
  evidence.submits.unshift(earlier)
  const made = first(evidence.batches.filter(({ id }) => id === 'b2'))
  evidence.batches.push({ ...made, id: 'b8', urls: [url(8)], at: begun + 37 })
  const settled = settle(evidence)
  expect(settled.late).toEqual(
    new Map([
      ['b2', lost],
      ['b8', earlier],
    ]),
  )
  expect(whole.findBroken(settled)).toEqual([])
})

it('shares no code with the services: it imports only Node and its own files', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  expect(sources.length).toBeGreaterThan(10)
  for (const file of sources) {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    const imported = [...text.matchAll(/from '([^']+)'/g)].map(([, name = '']) => name)
    expect(imported.filter((name) => !/^(node:|\.\/|\.\.\/(rules|settle|read-evidence))/.test(name))).toEqual([])
  }
})
