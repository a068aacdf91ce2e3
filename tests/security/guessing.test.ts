import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { mintToken } from '@pagebell/tokens/token'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { visitor } from '../panel/visitor.ts'

type Account = { email: string; password: string; api_key: string }

const attackerAddress = '203.0.113.66'
const home = '198.51.100.7'

let system: TestSystem
let origin: string
let owner: Account

beforeAll(async () => {
  // As behind a proxy on this machine, which says where a request comes from.
  system = await startTestSystem({ env: { TRUST_PROXY: '127.0.0.1/32' } })
  origin = system.addresses.publicUrl
  owner = await system.admin<Account>('account', 'create', '--email', 'owner@example.com', '--plan', 'pro')
})

afterAll(async () => {
  await system?.destroy()
}, 300_000)

/** A hundred tries, ten at a time, and how many were refused without looking. */
async function refusedOf100(guess: (n: number) => Promise<number>): Promise<{ refused: number; others: Set<number> }> {
  const statuses: number[] = []
  for (let ten = 0; ten < 10; ten++)
    statuses.push(...(await Promise.all(Array.from({ length: 10 }, (_, n) => guess(ten * 10 + n)))))
  const others = new Set(statuses.filter((status) => status !== 429))
  return { refused: statuses.filter((status) => status === 429).length, others }
}

/** The form of a page and the cookie that goes with it, sent from an address. */
async function form(page: string) {
  const somebody = visitor(origin)
  const form_token = await somebody.tokenOf(page)
  return (from: string, action: string, fields: Record<string, string>) =>
    somebody.post(action, { form_token, ...fields }, { 'x-forwarded-for': from })
}

describe('of a hundred guesses by an unauthenticated client', () => {
  it('at the password of an account at least 90 are refused, and its owner gets in', async () => {
    const send = await form('/sign-in')
    const { email } = owner
    const guess = async (n: number) =>
      (await send(attackerAddress, '/sign-in', { email, password: `wrong ${n}` })).status
    const { refused, others } = await refusedOf100(guess)
    expect(refused).toBeGreaterThanOrEqual(90)
    expect(others).toEqual(new Set([401]))
    const signedIn = await (await form('/sign-in'))(home, '/sign-in', { email, password: owner.password })
    expect([signedIn.status, signedIn.location]).toEqual([303, '/'])
  })

  it('at the password of a report at least 90 are refused, and the correct one is accepted', async () => {
    const password = 'plum cake with cream'
    const made = await system.api<{ data: { id: string } }>('POST', '/reports', {
      key: owner.api_key,
      body: { url: `${system.addresses.sampleSiteUrl}/`, privacy: 2, password },
    })
    const { id } = made.body.data
    const send = await form(`/r/${id}`)
    const guess = async (n: number) =>
      (await send(attackerAddress, `/r/${id}/unlock`, { password: `wrong ${n}` })).status
    const { refused, others } = await refusedOf100(guess)
    expect(refused).toBeGreaterThanOrEqual(90)
    expect(others).toEqual(new Set([403]))
    const unlocked = await (await form(`/r/${id}`))(home, `/r/${id}/unlock`, { password })
    expect([unlocked.status, unlocked.location]).toEqual([303, `/r/${id}`])
  })

  it('at API keys at least 90 are refused, and a good key passes from the same address', async () => {
    const call = async (key: string) =>
      (await system.api('GET', '/projects', { key, headers: { 'x-forwarded-for': attackerAddress } })).status
    const { refused, others } = await refusedOf100(() => call(mintToken('pbk_')))
    expect(refused).toBeGreaterThanOrEqual(90)
    expect(others).toEqual(new Set([401]))
    expect(await call(owner.api_key)).toBe(200)
  })
})

describe('an owner whose account is guessed at from fifty addresses at once', () => {
  it('signs in from where he signed in before at each of six tries, and from elsewhere within three', async () => {
    const known = '198.51.100.80'
    const { email, password } = await system.admin<Account>(
      'account',
      'create',
      '--email',
      'flooded@example.com',
      '--plan',
      'free',
    )
    const signIn = async (from: string, word: string) =>
      (await form('/sign-in'))(from, '/sign-in', { email, password: word })
    expect(await signIn(known, password)).toMatchObject({ status: 303, location: '/' })

    const guessed: number[] = []
    let guessing = true
    // First each guess comes from another address, then all come from the same ten.
    let spread = true
    const lastTen = Array.from({ length: 10 }, (_, n) => `203.1.${n}.0`)
    const guessedWrong = new Set<string>()
    const allGuessedWrong = () => lastTen.every((from) => guessedWrong.has(from))
    /** Guessers whose next request began once all ten addresses had guessed wrong: none of theirs is in the queue. */
    const refusedAtOnce = new Set<number>()
    const guessers = Array.from({ length: 50 }, async (_, n) => {
      const send = await form('/sign-in')
      for (let round = 0; guessing; round++) {
        const from = spread ? `203.0.${n}.${round % 250}` : (lastTen[n % lastTen.length] ?? '')
        const isLate = allGuessedWrong()
        const { status } = await send(from, '/sign-in', { email, password: `wrong ${round}` })
        if (status === 401) guessedWrong.add(from)
        if (isLate) refusedAtOnce.add(n)
        guessed.push(status)
      }
    })
    try {
      await until('they are at it', () => guessed.length >= 150)
      const ownerStatuses: number[] = []
      for (let n = 0; n < 6; n++) ownerStatuses.push((await signIn(known, password)).status)
      expect(ownerStatuses).toEqual([303, 303, 303, 303, 303, 303])

      spread = false
      await until('every guess is refused at once', () => refusedAtOnce.size === guessers.length, 80_000)
      const elsewhere: number[] = []
      while (elsewhere.length < 3 && elsewhere.at(-1) !== 303)
        elsewhere.push((await signIn('192.0.2.200', password)).status)
      expect(elsewhere.at(-1)).toBe(303)
    } finally {
      guessing = false
      await Promise.all(guessers)
    }
    expect(guessed).toContain(401)
    expect(guessed.filter((status) => status === 401).length).toBeLessThan(guessed.length / 2)
  }, 300_000)
})
