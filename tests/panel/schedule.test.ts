import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
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
}, 300_000)
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
