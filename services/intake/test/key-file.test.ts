import { describe, expect, it } from '@jest/globals'
import { intake, newHook, read, test, useIntake } from './intake-under-test.ts'
import { changed, newSource } from './new-source.ts'

useIntake()

const ask = (token: string, query: string) => read(intake.url, `/api/hooks/${token}/key-file${query}`)

describe('the key file of a source', () => {
  it('is that of the host of its project, without the secret of the source', async () => {
    const { token, account_id, project_id } = await newSource({ kind: 'wordpress' })
    const { status, body } = await ask(token, '?host=www.example.com')
    const data = {
      host: 'www.example.com',
      kind: 'wordpress',
      key: 'a-key',
      location: 'https://www.example.com/a-key.txt',
    }
    expect([status, body]).toEqual([200, { data, status: 200 }])
    expect(test.keyFileRequests.at(-1)).toEqual({ account_id, project_id, host: 'www.example.com' })
  })

  it('is not answered for a host of others', async () => {
    const { token } = await newSource({ kind: 'wordpress' })
    const { status, body } = await ask(token, '?host=example.org')
    expect([status, body.errors]).toEqual([422, { host: ['not its own'] }])
  })

  it.each(['', '?host=', '?host=example.com&other=1'])('wants a host, and nothing else: %j', async (query) => {
    const { token } = await newSource({ kind: 'wordpress' })
    expect((await ask(token, query)).status).toBe(422)
  })

  it('is answered to no other token, and to none of a source that is disabled', async () => {
    const source = await newSource({ kind: 'wordpress' })
    const { account_id, project_id, source_id } = source
    await intake.sources.changeSource({ account_id, project_id, source_id, ...changed({ enabled: false }) })
    const asked = test.keyFileRequests.length
    for (const token of [source.token, (await newHook(intake)).token, 'pbh_unknown'])
      expect(await ask(token, '?host=example.com')).toMatchObject({ status: 404, body: { code: 'unknown_webhook' } })
    expect(test.keyFileRequests).toHaveLength(asked)
  })
})
