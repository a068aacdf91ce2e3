import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '@pagebell/start/wait-until'
import type { Copy } from '../rig/launch-copies.ts'
import type { Link } from '../rig/open-links.ts'
import type { Rig } from '../rig/start-rig.ts'
import type { Strike } from './strike.ts'

/** Each process dies, hangs, and is restarted in good order. */
export function strikesOnServices({ copies, links }: Rig): Strike[] {
  return [
    ...copies.map(killed),
    ...copies.map(frozen),
    ...Map.groupBy(copies, (copy) => copy.service)
      .values()
      .map(restartedInTurn),
    allKilledAgainAndAgain(
      copies.filter((copy) => copy.service === 'notifier'),
      links.all,
    ),
  ]
}

const killed = (copy: Copy): Strike => ({
  name: `kill -9 ${copy.service}`,
  targets: [copy.name],
  lasts: [0, 0],
  hit: async () => {
    const back = startedAgain(copy)
    copy.kill('SIGKILL')
    return async () => {
      await back()
      await readyAgain(copy, 90_000)
    }
  },
})

const frozen = (copy: Copy): Strike => ({
  name: `SIGSTOP ${copy.service}`,
  targets: [copy.name],
  lasts: [1, 10],
  hit: async () => {
    copy.kill('SIGSTOP')
    return async () => copy.kill('SIGCONT')
  },
})

const restartedInTurn = (copies: Copy[]): Strike => ({
  name: `SIGTERM ${copies[0]?.service}, one after the other`,
  targets: copies.map((copy) => copy.name),
  lasts: [0, 0],
  hit: async () => async () => {
    for (const copy of copies) {
      const back = startedAgain(copy)
      copy.kill('SIGTERM')
      await back()
      await readyAgain(copy, 90_000)
    }
  },
})

/** With messages in hand each time, which their frozen wires to PostgreSQL keep there: each is delivered again and again. */
function allKilledAgainAndAgain(copies: Copy[], links: Link[]): Strike {
  const wires = links.filter((link) => copies.some((copy) => link.name === `${copy.name} to postgres`))
  return {
    name: 'kill -9 all notifiers, four times, with messages in hand',
    targets: [...copies, ...wires].map(({ name }) => name),
    lasts: [0, 0],
    hit: async () => async () => {
      for (let time = 0; time < 4; time++) {
        for (const wire of wires) wire.freeze()
        await pause(1_000)
        const back = copies.map(startedAgain)
        for (const copy of copies) copy.kill('SIGKILL')
        for (const wire of wires) wire.restore()
        await Promise.all(back.map((one) => one()))
        await Promise.all(copies.map((copy) => readyAgain(copy, 30_000)))
      }
    },
  }
}

/** What it needs may be struck itself; then this goes on without. */
async function readyAgain({ name, isReady }: Copy, timeoutMs: number): Promise<void> {
  await waitUntil(isReady, { timeoutMs, failure: () => new Error(`${name} is not ready`) }).catch(() => undefined)
}

/** Resolves once a process that is about to be ended runs again. */
export function startedAgain({ name, restarts }: { name: string; restarts(): number }): () => Promise<void> {
  const before = restarts()
  return () =>
    waitUntil(() => restarts() > before, {
      timeoutMs: 60_000,
      failure: () => new Error(`${name} was not started again`),
    })
}
