import { createHash, randomBytes } from 'node:crypto'
import type { Seal } from '@pagebell/tokens/seal'

/** The watch that a subscription is for. */
export type WatchPlace = { accountId: string; projectId: string; watchId: string }

export const subscriptionStates = ['requested', 'active', 'denied', 'failed', 'unavailable'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

/** What the owner of a watch sees of its subscription. */
export type ShownSubscription = {
  hub: string
  topic: string
  state: SubscriptionState
  /** Until when the hub delivers; null if it does not. */
  expires_at: string | null
  last_delivery_at: string | null
  /** A sentence; null while nothing is wrong. */
  problem: string | null
}

const tokenBytes = 16
const secretBytes = 32

/** 128 bits of chance. */
export const mintCallbackToken = (): string => randomBytes(tokenBytes).toString('base64url')
export const isCallbackToken = (text: string): boolean => /^[A-Za-z0-9_-]{22}$/.test(text)

/** Under 200 bytes, as WebSub section 5.1 requires. */
export const mintSecret = (): string => randomBytes(secretBytes).toString('base64url')

/** Bound to the seal, so that a secret that is copied to another row cannot be opened. */
const placeOf = (token: string): string => createHash('sha256').update(token).digest('hex')
export const sealSecret = (seal: Seal, token: string, secret: string): string => seal.seal(secret, placeOf(token))
export const openSecret = (seal: Seal, token: string, sealed: string): string => seal.open(sealed, placeOf(token))

const hourSeconds = 3_600
const daySeconds = 86_400

/** The lease that a hub is asked for. */
export const requestedLeaseSeconds = 10 * daySeconds
const lease = { min: hourSeconds, max: 30 * daySeconds, absent: daySeconds }

/**
 * The lease that a hub has granted, within bounds; one that names none, although WebSub 5.3 requires it, gets a day.
 */
export function grantedLease(seconds: number | undefined): number {
  return Math.min(Math.max(seconds ?? lease.absent, lease.min), lease.max)
}

const minuteMs = 60_000
/** From a failed request to the next one. */
const backoffMs = [1, 5, 30, 120, 720, 1_440].map((minutes) => minutes * minuteMs)
/** Requests to end a subscription: then it is forgotten, and its callback answers 410. */
export const maxEndAttempts = 3

/** How long to wait after `attempts` requests that came to nothing; a quarter of it is chance. */
export function retryAfterMs(attempts: number): number {
  const wait = backoffMs[Math.min(attempts, backoffMs.length) - 1] ?? minuteMs
  return wait * (0.75 + Math.random() * 0.25)
}

/** A hub verifies within so long, or the request has failed. */
export const verificationTimeoutMs = 10 * minuteMs
