import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { hashToken } from '@pagebell/tokens/token'
import { type RunningProject, startProject } from './start-project.ts'

let service: RunningProject
let accountId: string
let upperId: string
let apiKey: string
let password: string
beforeAll(async () => {
  service = await startProject()
  ;({ accountId, apiKey, password } = await service.newAccount())
  upperId = accountId.toUpperCase()
})
afterAll(() => service?.[Symbol.asyncDispose]())

describe('an account’s id in upper case', () => {
  it('finds the account, its keys and its password', async () => {
    expect(await service.accounts.getAccount({ account_id: upperId })).toMatchObject({ account_id: accountId })
    const { keys } = await service.accounts.listKeys({ account_id: upperId })
    expect(keys).toEqual((await service.accounts.listKeys({ account_id: accountId })).keys)
    const change = { account_id: upperId, current_password: password, new_password: 'another good one' }
    expect(await service.signIns.changePassword(change)).toMatchObject({ account_id: accountId })
  })

  it('makes keys, projects and what belongs to them, and finds them again', async () => {
    const { key } = await service.accounts.createKey({ account_id: upperId, scopes: ['reports:read'] })
    const { keys } = await service.accounts.listKeys({ account_id: accountId })
    expect(keys).toContainEqual(key)

    const { project, project_id } = await service.projects.createProject({
      account_id: upperId,
      project: 'case.example',
    })
    expect(await service.projects.getProject({ account_id: upperId, project })).toMatchObject({ project_id })
    expect(await service.projects.ensureProject({ account_id: upperId, project })).toMatchObject({ project_id })
    const list = { sort_by: 'project', sort: 'asc', per_page: 10, page: 1 }
    expect(await service.projects.listProjects({ account_id: upperId, ...list })).toMatchObject({
      projects: [{ project_id }],
      total: 1,
    })
    await service.ignoredChecks.putIgnoredCheck({ account_id: upperId, project, check: 'title', reason: 'Meant so.' })
    const { ignored_checks } = await service.ignoredChecks.listIgnoredChecks({ account_id: accountId, project })
    expect(ignored_checks).toMatchObject([{ check: 'title' }])
    expect(await service.projects.deleteProject({ account_id: upperId, project })).toMatchObject({ project_id })
  })

  it('seals settings that open by the same id in lower case, and the other way round', async () => {
    const { project, project_id } = await service.projects.createProject({
      account_id: accountId,
      project: 'sealed.example',
    })
    for (const [writer, reader] of [
      [upperId, accountId],
      [accountId, upperId],
    ] as const) {
      const settings_json = JSON.stringify({ api_key: `a-key-of-bing-${writer}` })
      await service.channelSettings.putChannel({ account_id: writer, project, channel: 'bing', settings_json })
      for (const id of [project_id, project_id.toUpperCase()]) {
        const opened = { account_id: reader, project_id: id, channel: 'bing', host: project }
        expect(await service.channelSettings.openSettings(opened)).toEqual({ settings_json })
      }
      const { channels } = await service.channelSettings.listChannels({ account_id: reader, project })
      expect(channels.find(({ channel }) => channel === 'bing')).toMatchObject({ ready: true })
    }
    const place = { account_id: upperId, project_id: project_id.toUpperCase(), host: project }
    expect((await service.channels.getIndexNowKey(place)).key).toMatch(/^[0-9a-f]{32}$/)
  })

  it('and a key’s id in upper case revoke the key', async () => {
    const { key_id } = await service.accounts.authenticate({ key_sha256: hashToken(apiKey) })
    const revoked = await service.accounts.revokeKey({ account_id: upperId, key_id: key_id.toUpperCase() })
    expect(revoked).toMatchObject({ key_id, revoked_at: expect.any(String) })
    await expect(service.accounts.authenticate({ key_sha256: hashToken(apiKey) })).rejects.toMatchObject({
      kind: 'unauthenticated',
    })
  })
})
