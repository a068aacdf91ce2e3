import type { Customer, World } from './harness/build-world.ts'

/** How much an attack may cost a victim. No request of a victim may fail. */
export type Bounds = {
  /** The victim's p99 during the attack, as a multiple of its p99 just before. */
  ratio: number
  /** A p99 up to this is within the ratio: so much is the scheduling of a machine with two cores. */
  floorMs: number
  /** What the p99 may be more than before at most, whatever the ratio allows. */
  maxAddedMs?: number
}

/** Two cores run seven services, three servers, the attackers and the victims: a request can lose this much to the queue. */
export const usualBounds: Bounds = { ratio: 3, floorMs: 100 }

/** The victims, by the names of their files in victims/. */
export type VictimName =
  | 'webhook'
  | 'source'
  | 'panel-page'
  | 'shared-connection'
  | 'report'
  | 'delivery'
  | 'test-event'
  | 'sign-in'

export type AttackTools = {
  world: World
  /** Accounts of the attacker's own, as many as the attack asks for. */
  accounts: Customer[]
  /** The attack is on: from now on the victims are measured. */
  underWay(): void
  /** Aborted when the victims have been measured: the attack ends. */
  signal: AbortSignal
}

export type Attack = {
  /** As the file is named. */
  name: string
  /** What the attacker does, for the table. */
  does: string
  victims: Partial<Record<VictimName, Bounds>>
  /** How many accounts the attacker has; 0 if left out: an unauthenticated client. */
  accounts?: number
  /** What the system is started with beside the usual. */
  env?: Record<string, string>
  /** Prepares, calls `underWay`, and continues until the signal. Throws if the attack could not be carried out. */
  run(tools: AttackTools): Promise<void>
}
