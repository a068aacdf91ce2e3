import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newReport, type RunningService, runService } from './running-service.ts'

let running: RunningService
beforeAll(async () => {
  running = await runService()
})
afterAll(() => running?.[Symbol.asyncDispose]())

const password = 'correct horse'

async function made(privacy: 0 | 1 | 2) {
  const request = newReport({ privacy, ...(privacy === 2 && { password }) })
  const { id } = await running.reports.createReport(request)
  const owner = { account_id: request.account_id, id }
  return { id, owner, asOwnerSees: () => running.reports.getReport(owner) }
}

const refusal = (call: Promise<unknown>) =>
  call.then(
    (answer) => Promise.reject(new Error(`It was answered: ${JSON.stringify(answer)}`)),
    ({ kind, code, message }) => ({ kind, code, message }),
  )

const read = (id: string, unlock?: Buffer) => running.publicReports.getPublicReport({ id, unlock })
const open = (id: string, word: string) => running.publicReports.unlockReport({ id, password: word })

describe('a public report', () => {
  it('is returned to anyone as its owner sees it', async () => {
    const { id, asOwnerSees } = await made(0)
    expect(await read(id)).toEqual(await asOwnerSees())
    expect((await open(id, 'whatever')).report).toEqual(await asOwnerSees())
  })
})

describe('a private report', () => {
  it('is not found, with any password', async () => {
    const { id } = await made(1)
    const unknown = { kind: 'not_found', code: 'not_found', message: 'There is no such report.' }
    for (const any of [id, crypto.randomUUID(), 'no-uuid', "' or 1=1"]) {
      expect(await refusal(read(any))).toEqual(unknown)
      expect(await refusal(read(any, Buffer.alloc(32)))).toEqual(unknown)
      expect(await refusal(open(any, password))).toEqual(unknown)
    }
  })
})

describe('a report behind a password', () => {
  it('is returned for the password, and after that for the unlock token', async () => {
    const { id, asOwnerSees } = await made(2)
    expect(await refusal(read(id))).toMatchObject({ kind: 'forbidden', code: 'password_required' })
    expect(await refusal(open(id, 'correct hors'))).toMatchObject({ kind: 'forbidden', code: 'wrong_password' })
    expect(await refusal(open(id, ''))).toMatchObject({ code: 'wrong_password' })

    const { report, unlock } = await open(id, password)
    expect(report).toEqual(await asOwnerSees())
    expect(await read(id, unlock)).toEqual(report)
  })

  it('is not unlocked by another report’s password', async () => {
    const [locked, other] = [await made(2), await made(2)]
    const { unlock } = await open(other.id, password)
    expect(await refusal(read(locked.id, unlock))).toMatchObject({ code: 'password_required' })
  })

  it('is locked again when it gets another password', async () => {
    const { id, owner } = await made(2)
    const { unlock } = await open(id, password)
    const change = { ...owner, privacy: undefined, password: 'another good one', analyze_again: false }
    await running.reports.changeReport(change)
    expect(await refusal(read(id, unlock))).toMatchObject({ code: 'password_required' })
    expect(await refusal(open(id, password))).toMatchObject({ code: 'wrong_password' })
    expect((await open(id, 'another good one')).report?.id).toBe(id)
  })

  it('is gone when it becomes private', async () => {
    const { id, owner } = await made(2)
    const { unlock } = await open(id, password)
    await running.reports.changeReport({ ...owner, privacy: 1, password: undefined, analyze_again: false })
    expect(await refusal(read(id, unlock))).toMatchObject({ kind: 'not_found' })
  })
})
