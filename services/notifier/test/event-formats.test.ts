import { describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { newPlace, publishEnded } from './report-of-place.ts'
import { settingsKey } from './start-notifier.ts'
import { endpoints, environment, older, receiver, useEndpoints } from './use-endpoints.ts'

useEndpoints()

const token = 'a-token-of-an-incoming-webhook-x7Qa'
const addressAt = (path: string) => new URL(path, receiver.url).href

async function add(format: string, url = addressAt(`/services/${token}`), place = newPlace()) {
  const asked = { ...place, project: 'example.com', url: '', events: [], receiver: { format, url } }
  const { endpoint, secret } = await endpoints.createEndpoint(asked)
  return { endpoint, secret, at: { ...place, endpoint_id: endpoint?.id ?? '' } }
}
type At = Awaited<ReturnType<typeof add>>['at']

const logOf = async (at: At) => (await endpoints.listEvents({ ...at, per_page: 10 })).events
const untilEvent = (at: At, status: string) =>
  until(`an event is ${status}`, async () => (await logOf(at)).find((event) => event.status === status))
const bodyOf = (index: number) => JSON.parse(receiver.got[index]?.body ?? '{}')

describe('an endpoint with a format', () => {
  it.each([
    ['slack', `/services/${token}`, (body: { text: string }) => body.text.split('\n')[0]],
    ['discord', `/api/webhooks/1/${token}`, (body: { embeds: { title: string }[] }) => body.embeds[0]?.title],
    [
      'teams',
      `/workflows/${token}`,
      (body: { attachments: { content: { body: { inlines: { text: string }[] }[] } }[] }) =>
        body.attachments[0]?.content.body[0]?.inlines[0]?.text,
    ],
    ['ntfy', `/${token}`, (body: { title: string }) => body.title],
  ])('of %s gets an event in words, under the id and signature of every endpoint', async (format, path, titleOf) => {
    const { at, secret } = await add(format, addressAt(path))
    await publishEnded(environment.broker, at)
    const event = await untilEvent(at, 'delivered')
    const [got] = receiver.got
    expect(titleOf(bodyOf(0))?.replaceAll(/[\\\u200b]/g, '')).toBe('example.com: a report is ready')
    expect(got?.headers['webhook-id']).toBe(event.id)
    expect(got?.path).toBe({ slack: path, discord: `${path}?wait=true`, teams: path, ntfy: '/' }[format])
    receiver.verify(got, secret)
    expect(JSON.parse(event.body)).toMatchObject({ type: 'report.completed', data: { score: 70 } })
  })

  it('shows its host and the end of its address alone, and stores the rest encrypted', async () => {
    const { at, endpoint } = await add('slack')
    const short = `${new URL(receiver.url).origin}/…x7Qa`
    expect(endpoint).toMatchObject({ format: 'slack', url: short, name: new URL(receiver.url).host })
    expect(await endpoints.getEndpoint(at)).toMatchObject({ format: 'slack', url: short })
    expect((await endpoints.listEndpoints(at)).endpoints).toMatchObject([{ url: short }])
    const { rows } = await environment.db.query({ text: 'select to_jsonb(e)::text as row from event_endpoints e' })
    expect(JSON.stringify(rows)).not.toContain('incoming-webhook')
    const topic = await add('ntfy', addressAt('/short-topic'))
    expect(topic.endpoint?.url).toBe(`${new URL(receiver.url).origin}/…`)
  })

  it('is sent to at its new address once that is changed; the shortened one is refused', async () => {
    const { at, endpoint } = await add('slack')
    const change = (url: string) => endpoints.changeEndpoint({ ...at, events: null, url })
    await expect(change(endpoint?.url ?? '')).rejects.toMatchObject({
      kind: 'invalid',
      errors: { url: [expect.stringContaining('shortened')] },
    })
    // Another one that is shown alike.
    await change(addressAt('/services/another-token-of-a-webhook-x7Qa'))
    await endpoints.changeEndpoint({ ...at, events: null, name: 'renamed' })
    await endpoints.sendTest(at)
    await untilEvent(at, 'delivered')
    expect(receiver.got.map(({ path }) => path)).toEqual(['/services/another-token-of-a-webhook-x7Qa'])
  })

  it('keeps its address when the settings key is rotated', async () => {
    const { at } = await add('slack')
    const newKey = 'the next settings key of component tests'
    const config = { SETTINGS_KEY: `${newKey},${settingsKey}` }
    {
      await using copy = await environment.startCopy({ config })
      await using calls = environment.callEvents(copy)
      expect(await calls.reencryptSecrets({})).toEqual({ count: 1 })
      expect(await calls.reencryptSecrets({})).toEqual({ count: 0 })
    }
    const { rows } = await environment.db.query<{ seals: string[] }>({
      text: `select array[split_part(sealed, '.', 1), split_part(sealed_url, '.', 1)] as seals from event_endpoints
        where id = $1`,
      values: [at.endpoint_id],
    })
    expect(new Set(rows[0]?.seals).size).toBe(1)
  })

  it.each([
    ['format', 'pager', 'https://example.com/'],
    ['url', 'slack', 'https://discord.com/api/webhooks/1/x'],
    ['url', 'discord', 'https://hooks.slack.com/services/T0/B0/x'],
    ['url', 'discord', 'https://discord.com/api/webhooks/1/x/slack'],
    ['url', 'ntfy', 'https://ntfy.sh/'],
    ['url', 'ntfy', 'https://ntfy.sh/a/b'],
    ['url', 'teams', 'http://169.254.169.254/latest'],
    ['url', 'slack', 'https://user:password@hooks.slack.com/services/x'],
  ])('is refused on %s for %s at %s', async (field, format, url) => {
    await expect(add(format, url)).rejects.toMatchObject({ kind: 'invalid', errors: { [field]: [expect.any(String)] } })
  })

  it('is the endpoint named default of the older calls like any other', async () => {
    const place = newPlace()
    const asked = { ...place, project: 'example.com', name: 'default', url: '', events: [] }
    await endpoints.createEndpoint({ ...asked, receiver: { format: 'slack', url: addressAt(`/services/${token}`) } })
    const url = addressAt('/services/the-next-token-of-a-webhook-9Zyx')
    const { endpoint } = await older.putEndpoint({ ...place, project: 'example.com', url, events: [] })
    expect(endpoint).toMatchObject({ format: 'slack', url: `${new URL(url).origin}/…9Zyx` })
  })
})

describe('the response of a service', () => {
  it('that there is no such webhook any more disables the endpoint, with what it said', async () => {
    const { at } = await add('slack')
    receiver.answer({ status: 404, body: 'no_service' })
    await endpoints.sendTest(at)
    await until('it is disabled', async () => !(await endpoints.getEndpoint(at)).enabled)
    expect(await endpoints.getEndpoint(at)).toMatchObject({
      disabled_reason: 'gone',
      note: 'The receiver answered 404 (no_service): there is no such webhook any more.',
    })
  })

  it('that it cannot read the message ends the event, and the endpoint gets the next one', async () => {
    const { at } = await add('discord', addressAt(`/api/webhooks/1/${token}`))
    receiver.answer({ status: 400, body: '{"embeds":["0"]}' })
    await publishEnded(environment.broker, at)
    const failed = await untilEvent(at, 'failed')
    expect(failed.attempts).toMatchObject([{ status: 400, reason: 'http_400' }])
    await publishEnded(environment.broker, at)
    await untilEvent(at, 'delivered')
  })

  it('that it limits requests makes the event wait as long as it says', async () => {
    const { at } = await add('discord', addressAt(`/api/webhooks/1/${token}`))
    receiver.answer({ status: 429, body: '{"retry_after":90.5,"global":false}' })
    await publishEnded(environment.broker, at)
    const waiting = await until('it waits', async () => (await logOf(at)).find(({ attempts }) => attempts.length === 1))
    const waitMs = Date.parse(waiting.next_at ?? '') - Date.parse(waiting.attempts[0]?.at ?? '')
    expect([waiting.status, Math.round(waitMs / 1_000)]).toEqual(['pending', 91])
  })
})
