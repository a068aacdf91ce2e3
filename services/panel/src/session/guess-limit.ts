import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createFairSlots, NoSlot } from '@pagebell/fair-queue/fair-slots'
import { Fault, fault } from '@pagebell/faults/fault'
import { networkOf } from '@pagebell/http/network-of'
import type { connectRedis } from '@pagebell/redis/redis'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'

type Guess = {
  ip: string
  /** What the guess is for: an account's e-mail address, a report's id. */
  target: string
  /** The code of the fault for a wrong guess. */
  wrongCode: string
}

/** Long, as a password of an unknown network may queue behind those of others. */
export const passwordDeadlineMs = 15_000

/** The network of a guess, for the services that compare passwords. */
type GuessOrigin = { network: string; known_network: boolean }

export type GuessLimit = {
  /** Makes the attempt, unless too many were wrong: then it throws fault rate_limited. */
  judge<T>(guess: Guess, attempt: (from: GuessOrigin) => Promise<T>): Promise<T>
}

type Redis = ReturnType<typeof connectRedis>

type GuessLimitOptions = {
  /** Counters are shared by all panels, separately for each name. */
  name: string
  /** Between two guesses of unknown networks at a target that is under attack. */
  paceMs?: number
}

const windowSeconds = 600
const wrongPerNetworkAndTarget = 10
const wrongPerNetwork = 100

/** With so many wrong guesses a target is under attack: only networks that are unknown there notice. */
const targetWindowSeconds = 3_600
const wrongPerTarget = 100

const knownForSeconds = 20 * 86_400

/**
 * Limits how often a secret is guessed. Only wrong guesses count: by network and target, by network, and by target.
 * At a target with too many wrong guesses, networks that guessed wrong before are refused and others are let through
 * one at a time, so that guesses from any number of networks get slow; a network that gave the right secret before
 * passes that limit. Redis counts for all panels together; while it is unavailable each one counts for itself.
 */
export function createGuessLimit(redis: Redis, { name, paceMs = 1_000 }: GuessLimitOptions): GuessLimit {
  const counter = (kind: string, duration: number) => {
    const counting = { points: 1, duration, keyPrefix: `panel:guesses:${name}:${kind}` }
    return new RateLimiterRedis({ ...counting, storeClient: redis, insuranceLimiter: new RateLimiterMemory(counting) })
  }
  const pairs = counter('pair', windowSeconds)
  const networks = counter('network', windowSeconds)
  const targets = counter('target', targetWindowSeconds)
  const knownPairs = counter('known', knownForSeconds)
  // Each waiting guess holds a connection of its gateway, so few may wait.
  const underAttack = createFairSlots({ slots: 1_000, slotsPerKey: 1, maxWaiting: 32, maxWaitingPerKey: 8 })
  // One at a time per network, so that each guess starts after the previous one was counted.
  const attempts = createFairSlots({ slots: 10_000, slotsPerKey: 1, maxWaiting: 1_000, maxWaitingPerKey: 50 })

  async function refuseAt(limit: number, limiter: RateLimiterRedis, key: string): Promise<void> {
    const counted = await limiter.get(key)
    if (counted !== null && counted.consumedPoints >= limit) throw tooMany(counted.msBeforeNext / 1_000)
  }

  async function passTarget(target: string, pair: string): Promise<void> {
    const counted = await targets.get(target)
    if (counted === null || counted.consumedPoints < wrongPerTarget) return
    await refuseAt(1, pairs, pair)
    await underAttack.run(target, () => pause(paceMs, undefined, { ref: false }))
  }

  async function makeAttempt<T>({ network, pair, target, wrongCode }: Keys, work: () => Promise<T>): Promise<T> {
    await refuseAt(wrongPerNetworkAndTarget, pairs, pair)
    await refuseAt(wrongPerNetwork, networks, network)
    try {
      const value = await work()
      await Promise.all([pairs.delete(pair), knownPairs.set(pair, 1, knownForSeconds)])
      return value
    } catch (error) {
      if (error instanceof Fault && error.code === wrongCode)
        await Promise.all([pairs.penalty(pair), networks.penalty(network), targets.penalty(target)])
      throw error
    }
  }

  return {
    async judge({ ip, target: named, wrongCode }, attempt) {
      const network = networkOf(ip)
      const keys = { network, pair: digest(`${network} ${named}`), target: digest(named), wrongCode }
      const known_network = (await knownPairs.get(keys.pair)) !== null
      try {
        if (!known_network) await passTarget(keys.target, keys.pair)
        return await attempts.run(network, () => makeAttempt(keys, () => attempt({ network, known_network })))
      } catch (error) {
        throw error instanceof NoSlot ? tooMany(30, error) : error
      }
    },
  }
}

type Keys = { network: string; pair: string; target: string; wrongCode: string }

/** Redis holds neither addresses of accounts nor keys of any length. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')

function tooMany(seconds: number, cause?: unknown): Fault {
  const wait = Math.max(1, Math.ceil(seconds))
  return fault('rate_limited', `Too many tries. Wait ${inWords(wait)} before the next one.`, {
    code: 'too_many_guesses',
    retryAfterSeconds: wait,
    cause,
  })
}

const inWords = (seconds: number): string =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
