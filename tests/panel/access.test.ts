import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { SignIns } from '@pagebell/rpc/contracts'
import { until } from '@pagebell/testing/until'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { type Visitor, visitor } from './visitor.ts'

type Account = { account_id: string; email: string; password: string; api_key: string }

let system: TestSystem
let origin: string
let owner: Account
let otherAccount: Account

beforeAll(async () => {
  system = await startTestSystem({})
  origin = system.addresses.publicUrl
  owner = await newAccount('owner@example.com')
  otherAccount = await newAccount('other@example.com')
})

afterAll(async () => {
  await system?.destroy()
}, 300_000)

const newAccount = (email: string): Promise<Account> =>
  system.admin<Account>('account', 'create', '--email', email, '--plan', 'pro')

async function signedIn({ email, password }: Account): Promise<Visitor> {
  const user = visitor(origin)
  expect(await user.signIn(email, password)).toMatchObject({ status: 303, location: '/' })
  return user
}

const projectOf = async (user: Visitor, project: string): Promise<boolean> =>
  (await user.get(`/projects/${project}`)).status === 200

describe('a form from elsewhere', () => {
  it.each<[string, Record<string, string>]>([
    ['another site by its Origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another site by its Origin alone', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a sibling host', { 'sec-fetch-site': 'same-site' }],
  ])('is refused although it has the token: %s', async (_from, headers) => {
    const me = await signedIn(owner)
    const form_token = await me.tokenOf('/projects')
    const project = `${randomUUID().slice(0, 8)}.example`
    expect((await me.post('/projects', { project, form_token }, headers)).status).toBe(403)
    expect(await projectOf(me, project)).toBe(false)
    // The same form works from the same origin.
    expect((await me.post('/projects', { project, form_token })).status).toBe(303)
  })

  it('is refused without a token, and with the token of another session or from before signing in', async () => {
    const [me, otherUser] = [await signedIn(owner), await signedIn(otherAccount)]
    const before = visitor(origin)
    const early = await before.tokenOf('/sign-in')
    await before.signIn(owner.email, owner.password)
    for (const [user, form_token] of [
      [me, ''],
      [me, await otherUser.tokenOf('/projects')],
      [before, early],
    ] as const) {
      const project = `${randomUUID().slice(0, 8)}.example`
      expect((await user.post('/projects', { project, form_token })).status).toBe(403)
      expect(await projectOf(user, project)).toBe(false)
    }
  })

  it('cannot sign a user in', async () => {
    const victim = visitor(origin)
    const { email, password } = otherAccount
    expect((await victim.post('/sign-in', { email, password })).status).toBe(403)
    expect([...victim.cookies.keys()].some((name) => name.endsWith('session'))).toBe(false)
  })
})

describe('a session', () => {
  const sessionName = '__Host-pagebell-session'

  it('never has an id from before the sign-in', async () => {
    const planted = `${owner.account_id}.${'a'.repeat(43)}`
    const victim = visitor(origin)
    victim.cookies.set(sessionName, planted)
    await victim.signIn(owner.email, owner.password)
    expect(victim.cookies.get(sessionName)).not.toBe(planted)

    const attacker = visitor(origin)
    attacker.cookies.set(sessionName, planted)
    expect(await attacker.get('/')).toMatchObject({ status: 303, location: '/sign-in' })
  })

  it('ends the previous one of the browser', async () => {
    const me = await signedIn(owner)
    const before = me.cookies.get(sessionName) ?? ''
    const form_token = await me.tokenOf('/projects')
    await me.post('/sign-in', { email: owner.email, password: owner.password, form_token })
    expect(me.cookies.get(sessionName)).not.toBe(before)
    me.cookies.set(sessionName, before)
    expect((await me.get('/')).status).toBe(303)
  })

  it('is invalid after signing out, also for a copied cookie', async () => {
    const me = await signedIn(owner)
    const kept = me.cookies.get(sessionName) ?? ''
    expect(await me.send('/account', '/sign-out')).toMatchObject({ status: 303, location: '/sign-in' })
    expect(me.cookies.has(sessionName)).toBe(false)
    const thief = visitor(origin)
    thief.cookies.set(sessionName, kept)
    expect(await thief.get('/reports')).toMatchObject({ status: 303, location: '/sign-in?next=%2Freports' })
  })

  it('ends everywhere at once, also when the password changes, except where it was changed', async () => {
    const { email } = otherAccount
    const [first, second] = [await signedIn(otherAccount), await signedIn(otherAccount)]
    const change = { current_password: otherAccount.password, new_password: 'a quite different password' }
    expect(await first.send('/account', '/account/password', change)).toMatchObject({ location: '/account' })
    otherAccount = { ...otherAccount, password: change.new_password }
    expect([(await first.get('/')).status, (await second.get('/')).status]).toEqual([200, 303])

    const third = visitor(origin)
    await third.signIn(email, otherAccount.password)
    await first.send('/account', '/account/sign-out-everywhere')
    expect([(await first.get('/')).status, (await third.get('/')).status]).toEqual([303, 303])
  })

  it('ends by a password change while Redis is down', async () => {
    const changed = await newAccount('changed@example.com')
    const me = await signedIn(changed)
    // This does not use the panel or Redis.
    const { PROJECT_RPC: address = '', INTERNAL_TOKEN: internalToken = '' } = system.env
    await using signIns = connectRpc(SignIns, { address, internalToken })
    const { account_id, password: current_password } = changed
    await signIns.changePassword({ account_id, current_password, new_password: 'a quite different password' })
    await until('the session is over', async () => (await me.get('/')).status === 303)
  })

  it('ends by the operator’s command, and the account can sign in again', async () => {
    const account = await newAccount('ended@example.com')
    const me = await signedIn(account)
    await system.admin('account', 'end-sessions', '--email', account.email)
    await until('the session is over', async () => (await me.get('/')).status === 303)
    await signedIn(account)
  })

  it('is invalid, with all other access, while an account is suspended', async () => {
    const account = await newAccount('suspended@example.com')
    const { email, password, api_key: key } = account
    const me = await signedIn(account)
    await system.api('POST', '/projects', { key, body: { project: 'suspended.example' } })
    const hook = await system.api<{ data: { token: string } }>('POST', '/projects/suspended.example/hook', { key })
    const submit = async (path: string) =>
      (await system.submit(hook.body.data.token, [`https://suspended.example/${path}`])).status
    expect(await submit('before')).toBe(202)

    await system.admin('account', 'suspend', '--email', email)
    expect(await submit('meanwhile')).toBe(429)
    await until('the key is refused', async () => {
      const { status, body } = await system.api<{ code: string }>('GET', '/account', { key })
      return status === 403 && body.code === 'account_suspended'
    })
    await until('the session is over', async () => (await me.get('/')).status === 303)
    const refused = await visitor(origin).signIn(email, password)
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('This account is suspended.')

    await system.admin('account', 'resume', '--email', email)
    expect(await submit('after')).toBe(202)
    await until('the key is good', async () => (await system.api('GET', '/account', { key })).status === 200)
    await until('signing in works', async () => (await visitor(origin).signIn(email, password)).status === 303)
  })

  it('starts with a reset link, which ends those of the lost password', async () => {
    const account = await newAccount('lost@example.com')
    const me = await signedIn(account)
    type Made = { reset_token: string }
    const { reset_token } = await system.admin<Made>('account', 'reset-link', '--email', account.email)
    const owner = visitor(origin)
    const fields = { setup_token: reset_token, email: account.email, password: 'found it again' }
    expect(await owner.send('/setup', '/setup', fields)).toMatchObject({ status: 303, location: '/' })
    expect((await owner.get('/')).status).toBe(200)
    await until('the session of before is over', async () => (await me.get('/')).status === 303)
    await signedIn({ ...account, password: 'found it again' })
  })

  it('uses a cookie that scripts, other hosts and other sites cannot access', async () => {
    const me = visitor(origin)
    const answer = await me.signIn(owner.email, owner.password)
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith(sessionName)) ?? ''
    for (const word of [/; Path=\//i, /; HttpOnly/i, /; Secure/i, /; SameSite=Lax/i]) expect(cookie).toMatch(word)
    expect(cookie).not.toMatch(/Domain=/i)
  })

  it('cannot be guessed: after ten wrong passwords the right one is refused too', async () => {
    const guessed = await system.admin<Account>('account', 'create', '--email', 'guessed@example.com', '--plan', 'free')
    const guesser = visitor(origin)
    const statuses: number[] = []
    for (let guess = 0; guess < 10; guess++)
      statuses.push((await guesser.signIn(guessed.email, `wrong ${guess}`)).status)
    expect(new Set(statuses)).toEqual(new Set([401]))
    expect((await guesser.signIn(guessed.email, guessed.password)).status).toBe(429)
  })
})

describe("another account's ids", () => {
  it('return in every panel URL exactly the response for missing ids', async () => {
    const [me, otherUser] = [await signedIn(owner), await signedIn(otherAccount)]
    await otherUser.send('/projects', '/projects', { project: 'theirs.example' })
    const made = await otherUser.send('/reports', '/reports', { url: 'http://theirs.example/', privacy: '1' })
    const report = made.location?.split('/').at(-1) ?? ''
    const { key_id: key } = (
      await system.admin<{ keys: { key_id: string }[] }>('key', 'list', '--email', otherAccount.email)
    ).keys[0] ?? { key_id: '' }
    const api = { key: otherAccount.api_key }
    const hook = await system.api<{ data: { token: string } }>('POST', '/projects/theirs.example/hook', api)
    await system.submit(hook.body.data.token, ['https://theirs.example/'])
    const log = () => system.api<{ data: { id: string }[] }>('GET', '/projects/theirs.example/deliveries', api)
    const { id: delivery } = await until('it is in the log', async () => (await log()).body.data[0])
    const added = await system.api<{ data: { id: string } }>('POST', '/projects/theirs.example/sources', {
      ...api,
      body: { kind: 'urls', name: 'Theirs' },
    })
    const source = added.body.data.id
    const addedEndpoint = await system.api<{ data: { id: string } }>(
      'POST',
      '/projects/theirs.example/event-endpoints',
      {
        ...api,
        body: { url: 'http://127.0.0.1:9/' },
      },
    )
    const endpoint = addedEndpoint.body.data.id
    const watchForm = { url: 'https://theirs.example/sitemap.xml' }
    await system.api('PUT', '/projects/theirs.example/watches/main', { ...api, body: watchForm })
    await me.send('/projects', '/projects', { project: 'mine.example' })
    // Shows the notice, and so clears it.
    await me.get('/projects/mine.example')
    expect([report, key, delivery, source, endpoint].every((id) => id.length === 36)).toBe(true)

    const blank = (text: string, ids: string[]): string =>
      ids
        .reduce((left, id) => left.replaceAll(id, 'ID'), text)
        .replace(/name="form_token" value="[^"]+"/g, '')
        .replace(/request <code>[^<]+</g, '')
    type Ids = { report: string; project: string; key: string; delivery: string; source: string; endpoint: string }
    const compare = async (ask: (ids: Ids) => Promise<{ status: number; text: string }>) => {
      const theirs = { report, project: 'theirs.example', key, delivery, source, endpoint }
      const id = randomUUID
      const nobodys = {
        report: id(),
        project: 'nobodys.example',
        key: id(),
        delivery: id(),
        source: id(),
        endpoint: id(),
      }
      const [answer, expected] = [await ask(theirs), await ask(nobodys)]
      expect(answer.status).toBe(expected.status)
      expect(blank(answer.text, Object.values(theirs))).toBe(blank(expected.text, Object.values(nobodys)))
      return answer.status
    }
    const pages = [
      (ids) => `/reports/${ids.report}`,
      (ids) => `/reports/${ids.report}/progress`,
      (ids) => `/reports/${ids.report}/report.html`,
      (ids) => `/reports/${ids.report}/compare?run=${ids.key}`,
      (ids) => `/projects/${ids.project}`,
      (ids) => `/projects/${ids.project}/setup`,
      (ids) => `/projects/${ids.project}/setup/site`,
      (ids) => `/projects/${ids.project}/setup/changes`,
      (ids) => `/projects/${ids.project}/setup/key-file`,
      (ids) => `/projects/${ids.project}/setup/announcement`,
      (ids) => `/projects/${ids.project}/key-file?host=theirs.example`,
      () => '/projects/mine.example/key-file?host=theirs.example',
      (ids) => `/projects/${ids.project}/webhook`,
      (ids) => `/projects/${ids.project}/requests`,
      (ids) => `/projects/${ids.project}/requests/${ids.key}`,
      (ids) => `/projects/${ids.project}/sources`,
      (ids) => `/projects/${ids.project}/sources/new`,
      (ids) => `/projects/${ids.project}/sources/new/shopify`,
      (ids) => `/projects/${ids.project}/sources/${ids.source}`,
      (ids) => `/projects/${ids.project}/sources/${ids.source}/live`,
      (ids) => `/projects/mine.example/sources/${ids.source}`,
      (ids) => `/projects/${ids.project}/watches`,
      (ids) => `/projects/${ids.project}/watches/main`,
      (ids) => `/projects/${ids.project}/channels`,
      (ids) => `/projects/${ids.project}/events`,
      (ids) => `/projects/${ids.project}/events/new`,
      (ids) => `/projects/${ids.project}/events/${ids.endpoint}`,
      (ids) => `/projects/mine.example/events/${ids.endpoint}`,
      (ids) => `/projects/${ids.project}/settings`,
      (ids) => `/r/${ids.report}`,
      (ids) => `/deliveries/${ids.delivery}`,
    ] as ((ids: Ids) => string)[]
    for (const page of pages) expect(await compare((ids) => me.get(page(ids)))).toBe(404)

    const since = '2026-01-01T00:00:00'
    const count = (ids: Ids) => me.get(`/deliveries/requeue?since=${since}&project=${ids.project}`)
    expect(await compare(count)).toBe(200)

    const form_token = await me.tokenOf('/projects')
    const requeue = (ids: Ids) => me.post('/deliveries/requeue', { delivery_id: ids.delivery, form_token })
    expect(await compare(requeue)).toBe(303)
    expect((await me.get('/deliveries')).text).toContain('Nothing was requeued')
    for (const action of ['again', 'delete']) {
      const ofSelected = (ids: Ids) =>
        me.post(`/reports/selected/${action}`, { [`selected-${ids.report}`]: '1', form_token })
      expect(await compare(ofSelected)).toBe(303)
      // Shows the notice, and so clears it.
      await me.get('/reports')
    }
    expect((await otherUser.get(`/reports/${report}`)).status).toBe(200)
    const endpointForm = { url: 'http://127.0.0.1:9/', 'batch.completed': '1' }
    const rotationForm = { 'secret-grace': '86400', once: randomUUID() }
    const forms: [path: (ids: Ids) => string, fields: Record<string, string>, status: number][] = [
      [(ids) => `/deliveries/${ids.delivery}/known`, {}, 404],
      [(ids) => `/reports/${ids.report}/again`, {}, 404],
      [(ids) => `/reports/${ids.report}/privacy`, { privacy: '0' }, 404],
      [(ids) => `/reports/${ids.report}/delete`, {}, 404],
      [(ids) => `/projects/${ids.project}/hook/rotate`, { grace: '0', once: randomUUID() }, 404],
      [(ids) => `/projects/${ids.project}/hook/enabled`, { enabled: '0' }, 404],
      [(ids) => `/projects/${ids.project}/hook/revoke`, {}, 404],
      [(ids) => `/projects/${ids.project}/try`, { urls: 'http://theirs.example/' }, 404],
      [(ids) => `/projects/${ids.project}/sources`, { kind: 'urls', name: 'x', once: randomUUID() }, 404],
      [(ids) => `/projects/mine.example/sources/${ids.source}/change`, { name: 'x' }, 404],
      [(ids) => `/projects/mine.example/sources/${ids.source}/enabled`, { enabled: '0' }, 404],
      [(ids) => `/projects/mine.example/sources/${ids.source}/rotate`, { grace: '0', once: randomUUID() }, 404],
      [(ids) => `/projects/mine.example/sources/${ids.source}/secret`, { secret: 'x' }, 404],
      [(ids) => `/projects/mine.example/sources/${ids.source}/try`, { body: '{}' }, 404],
      [(ids) => `/projects/mine.example/sources/${ids.source}/remove`, {}, 404],
      [(ids) => `/projects/${ids.project}/setup/changes`, watchForm, 404],
      [(ids) => `/projects/${ids.project}/setup/key-file`, {}, 404],
      [(ids) => `/projects/${ids.project}/setup/announcement`, { url: 'http://theirs.example/' }, 404],
      [(ids) => `/projects/${ids.project}/schedule`, { what: 'site', every: 'day', at: '03:00', zone: 'UTC' }, 404],
      [(ids) => `/projects/${ids.project}/schedule/remove`, {}, 404],
      [(ids) => `/projects/${ids.project}/watches`, watchForm, 404],
      [(ids) => `/projects/${ids.project}/watches/find`, { address: 'http://theirs.example/' }, 404],
      [(ids) => `/projects/${ids.project}/watches/main/change`, watchForm, 404],
      [(ids) => `/projects/${ids.project}/watches/main/scan`, {}, 404],
      [(ids) => `/projects/${ids.project}/watches/main/held`, { decision: 'send' }, 404],
      [(ids) => `/projects/${ids.project}/watches/main/remove`, {}, 404],
      [(ids) => `/projects/${ids.project}/channels`, { indexnow: '1' }, 404],
      [(ids) => `/projects/${ids.project}/channels/bing`, { api_key: 'abcdefgh12345678' }, 404],
      [(ids) => `/projects/${ids.project}/channels/bing/remove`, {}, 404],
      [(ids) => `/projects/${ids.project}/channels/bing/paused`, { paused: '1' }, 404],
      [(ids) => `/projects/${ids.project}/events`, { url: 'http://127.0.0.1:9/', once: randomUUID() }, 404],
      [(ids) => `/projects/mine.example/events/${ids.endpoint}/change`, endpointForm, 404],
      [(ids) => `/projects/mine.example/events/${ids.endpoint}/rotate-secret`, rotationForm, 404],
      [(ids) => `/projects/mine.example/events/${ids.endpoint}/enabled`, { enabled: '0' }, 404],
      [(ids) => `/projects/mine.example/events/${ids.endpoint}/test`, { once: randomUUID() }, 404],
      [(ids) => `/projects/mine.example/events/${ids.endpoint}/remove`, {}, 404],
      [(ids) => `/projects/${ids.project}/key-file`, { host: 'theirs.example' }, 404],
      [(ids) => `/projects/${ids.project}/ignored-checks`, { check: 'title', reason: 'x' }, 404],
      [(ids) => `/projects/${ids.project}/delete`, { confirmation: 'theirs.example' }, 404],
      [(ids) => `/keys/${ids.key}/revoke`, {}, 404],
      [(ids) => `/r/${ids.report}/unlock`, { password: 'password' }, 404],
    ]
    // A link cannot spend the quota that an engine gives: the question is a form, for its owner too.
    expect((await otherUser.get(`/deliveries/${delivery}/known`)).status).toBe(405)
    for (const [path, fields, status] of forms) {
      expect(await compare((ids) => me.post(path(ids), { ...fields, form_token }))).toBe(status)
    }
    for (const list of [
      '/reports?project=theirs.example',
      '/deliveries?project=theirs.example',
      '/deliveries.csv?project=theirs.example',
    ]) {
      expect((await me.get(list)).text).not.toContain(report)
    }
    expect((await otherUser.get(`/reports/${report}`)).status).toBe(200)
    expect((await otherUser.get('/projects/theirs.example')).status).toBe(200)
  })

  it('stay hidden from who names the account itself in a query or a form', async () => {
    const [victim, caller] = [await newAccount('named@example.com'), await newAccount('naming@example.com')]
    const api = { key: victim.api_key, body: { project: 'named.example' } }
    await system.api('POST', '/projects', api)
    await system.api('POST', '/reports', { ...api, body: { url: 'https://named.example/', privacy: 1 } })
    const ignored = '/projects/named.example/ignored-checks/title'
    await system.api('PUT', ignored, { ...api, body: { reason: 'Meant so.' } })
    const me = await signedIn(caller)
    for (const path of ['/projects', '/reports', '/reports.csv', '/reports.json']) {
      const answer = await me.get(`${path}?account_id=${victim.account_id}`)
      expect([path, answer.text.includes('named.example')]).toEqual([path, false])
    }
    await system.api('POST', '/projects', { ...api, key: caller.api_key })
    const page = '/projects/named.example/settings'
    const named = { check: 'title', account_id: victim.account_id }
    await me.send(page, '/projects/named.example/ignored-checks/remove', named)
    const kept = await system.api<{ data: object[] }>('GET', '/projects/named.example/ignored-checks', {
      key: victim.api_key,
    })
    expect(kept.body.data).toHaveLength(1)
  })

  it('require signing in for every page that needs it', async () => {
    for (const path of [
      '/',
      '/reports',
      '/projects',
      '/sites/new',
      '/deliveries',
      '/deliveries.csv',
      '/deliveries/x',
      '/deliveries/requeue',
      '/usage',
      '/keys',
      '/account',
      '/reports/x',
    ]) {
      const { status, location } = await visitor(origin).get(path)
      expect([path, status, location?.split('?')[0]]).toEqual([path, 303, '/sign-in'])
    }
  })
})

describe('every answer', () => {
  it('forbids foreign scripts, framing, caching and referrers', async () => {
    const me = await signedIn(owner)
    for (const path of ['/', '/sign-in', '/nothing-here', '/keys']) {
      const { headers } = await me.get(path)
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self'; style-src 'self'/)
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe|\*/)
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('cache-control')).toBe('private, no-store')
    }
  })

  it('says in words what is away, and is back when that is back', async () => {
    const me = await signedIn(owner)
    system.process('report').kill('SIGSTOP')
    const away = await me.get('/reports')
    expect(away.status).toBe(503)
    expect(away.text).toContain('Nothing is lost: try again in a moment.')
    system.process('report').kill('SIGCONT')
    await until('it is back', async () => (await me.get('/reports')).status === 200)
  })
})
