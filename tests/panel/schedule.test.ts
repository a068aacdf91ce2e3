import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { queryDatabase } from './query-database.ts'
import { type Visitor, visitor } from './visitor.ts'

let system: TestSystem
let me: Visitor
beforeAll(async () => {
  system = await startTestSystem({})
  const email = 'schedule@example.com'
  const account = await system.admin<{ password: string }>('account', 'create', '--email', email, '--plan', 'pro')
  me = visitor(system.addresses.publicUrl)
  await me.signIn(email, account.password)
  await me.send('/projects', '/projects', { project: 'mine.example' })
})
afterAll(async () => {
  await system?.destroy()
}, 300_000)

const settings = '/projects/mine.example/settings'
const path = '/projects/mine.example/schedule'
const form = { what: 'site', every: 'week', on: '1', at: '03:00', zone: 'Europe/Berlin', max_pages: '150', pages: '' }
const send = (sent: object) => me.send(settings, path, { ...form, ...sent })
const text = async () => (await me.get(settings)).text

describe('the schedule of a project', () => {
  it('is off, is made, changed and removed', async () => {
    expect(await text()).toContain('<strong>Off.</strong>')
    expect(await send({})).toMatchObject({ status: 303 })
    const made = await text()
    expect(made).toContain('The schedule is saved.')
    expect(made).toMatch(/<dt>Next time<\/dt><dd><time/)
    expect(made).toContain('none so far')
    expect(made).toContain('value="Europe/Berlin"')
    const pages = 'https://mine.example/\nhttps://mine.example/a'
    expect(await send({ what: 'pages', every: 'day', pages })).toMatchObject({ status: 303 })
    expect(await text()).toContain('https://mine.example/a</textarea>')
    expect(await me.send(settings, `${path}/remove`, {})).toMatchObject({ status: 303 })
    expect(await text()).toContain('The schedule is removed.')
    expect(await text()).toContain('<strong>Off.</strong>')
  }, 300_000)

  it.each([
    [{ zone: 'Berlin' }, 'must be the name of a time zone'],
    [{ on: '8' }, 'must be from 1 to 7'],
    [{ max_pages: '20000' }, 'must be from 1 to 10000'],
    [{ what: 'pages', pages: 'https://elsewhere.example/' }, 'must be on mine.example'],
  ])(
    'with %j is refused, and keeps what was entered',
    async (sent, reason) => {
      const refused = await send(sent)
      expect(refused.status).toBe(422)
      expect(refused.text).toContain(reason)
      expect(refused.text).toContain(Object.values(sent).at(-1))
    },
    300_000,
  )

  it('of a large site wants the key file of the site', async () => {
    const refused = await send({ max_pages: '1000' })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('More than 200 pages are requested only of a site that serves the key file')
  }, 300_000)
})

describe('the alerts of a project', () => {
  const alertsPath = '/projects/mine.example/alerts'
  const rules = {
    new_issue: 'fail',
    score_drops: '5',
    checks: 'indexable\ntitle',
    certificate: '14',
    watch_trouble: 'on',
    held: '10',
    at: '07:30',
    zone: 'Europe/Berlin',
  }
  const put = (sent: object) => me.send(settings, alertsPath, { ...rules, ...sent })

  it('are off, have rules that are shown again, and are off without rules', async () => {
    expect(await text()).toContain('Set rules')
    expect(await put({})).toMatchObject({ status: 303 })
    const made = await text()
    expect(made).toContain('The alert rules are saved.')
    expect(made).toMatch(/<dt>Next digest<\/dt><dd><time/)
    expect(made).toContain('indexable\ntitle</textarea>')
    expect(made).toContain('value="07:30"')
    expect(made).toMatch(/name="held"[^>]* value="10"|value="10"[^>]* name="held"/)
    const none = { new_issue: '', score_drops: '', checks: '', certificate: '', watch_trouble: '', held: '' }
    expect(await put(none)).toMatchObject({ status: 303 })
    expect(await text()).toContain('Set rules')
  }, 300_000)

  it('that are open lead to what they are about', async () => {
    await put({})
    const facts = (when: string, title: string) =>
      JSON.stringify({ when, title, detail: `${title}.`, since: '2026-11-27T10:00:00.000Z' })
    await queryDatabase(system, 'report', {
      text: `insert into alert (account_id, project_id, id, rule, subject, check_id, opened_at, facts)
        select account_id, project_id, gen_random_uuid(), of.when, 'one', '', now(), of.facts::jsonb
        from alert_settings, unnest($1::text[], $2::text[]) as of ("when", facts) where project = 'mine.example'`,
      values: [
        ['held:10', 'watch_trouble'],
        [facts('held', 'URLs are not sent'), facts('watch_trouble', 'The watch main has a problem')],
      ],
    })
    const open = await text()
    expect(open).toContain('<a href="/deliveries?project=mine.example&amp;status=held">URLs are not sent</a>')
    expect(open).toContain('<a href="/projects/mine.example/watches">The watch main has a problem</a>')
  }, 300_000)

  it('say that no endpoint takes their event, until one does', async () => {
    await put({})
    expect(await text()).toContain('No endpoint of this project takes the event')
    const box = { once: randomUUID(), 'alert.digest': '1' }
    const endpoint = { format: 'pagebell', name: 'mine', url: 'https://example.com/', ...box }
    const added = await me.send('/projects/mine.example/events/new', '/projects/mine.example/events', endpoint)
    expect(added.status).toBeLessThan(400)
    expect(await text()).toContain('Sent to mine.')
  }, 300_000)

  it.each([
    [{ score_drops: '1000' }, 'A rule must have by from 1 to 100.'],
    [{ held: '1001' }, 'A rule must have count from 1 to 1000.'],
    [{ checks: 'indexible' }, 'which is not the id of a check: use indexable.'],
    [{ zone: 'Berlin' }, 'must be the name of a time zone'],
  ])(
    'with %j are refused, and keep what was entered',
    async (sent, reason) => {
      const refused = await put(sent)
      expect(refused.status).toBe(422)
      expect(refused.text).toContain(reason)
      expect(refused.text).toContain(Object.values(sent)[0])
    },
    300_000,
  )
})

describe('the form that ignores a check', () => {
  const ignored = {
    check: 'hsts',
    url: 'https://blog.mine.example/tea',
    reason: 'Until the move.',
    expires: '2099-01-31T12:00:00.000Z',
  }
  const ignore = (sent: object) => me.send(settings, '/projects/mine.example/ignored-checks', { ...ignored, ...sent })
  const value = (name: string, page: string) => new RegExp(`<input id="${name}"[^>]* value="([^"]*)"`).exec(page)?.[1]

  it.each([
    [{ url: 'https://elsewhere.example/' }, 'url', 'Use a page on mine.example or a subdomain of it.'],
    [{ reason: 'x'.repeat(501) }, 'reason', 'Use 1 to 500 characters.'],
    [{ expires: '2020-01-31T12:00:00.000Z' }, 'expires', 'Choose a time in the future.'],
    [{ expires: 'soon' }, 'expires', 'It is not a time.'],
  ])(
    'is refused with %j at its field, and keeps what was entered',
    async (wrong, field, reason) => {
      const refused = await ignore(wrong)
      expect(refused.status).toBe(422)
      expect(refused.text).toContain(`id="${field}-error">${reason}</p>`)
      const sent = { ...ignored, ...wrong }
      expect(refused.text).toContain('<option value="hsts" selected>')
      expect(value('url', refused.text)).toBe(sent.url)
      expect(value('reason', refused.text)).toBe(sent.reason)
      expect(value('expires', refused.text)).toBe(sent.expires === 'soon' ? '' : sent.expires.slice(0, 19))
    },
    300_000,
  )

  it('ignores it on a page of a subdomain', async () => {
    expect(await ignore({})).toMatchObject({ status: 303 })
    expect(await text()).toContain('<span class="two url">https://blog.mine.example/tea</span>')
  }, 300_000)
})
