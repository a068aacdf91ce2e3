import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { workspace } from '@pagebell/start/service-list'
import { waitUntil } from '@pagebell/start/wait-until'
import { operateUntilStopped, rotate } from './driver/operate.ts'
import { sendUntilStopped } from './driver/send.ts'
import { makeWorld } from './driver/sites.ts'
import { openHistory } from './history.ts'
import { seeded } from './random.ts'
import { drain } from './rig/drain.ts'
import { dump } from './rig/dump.ts'
import { type Rig, startRig } from './rig/start-rig.ts'
import { strikesOnServers } from './strikes/on-servers.ts'
import { strikesOnServices } from './strikes/on-services.ts'
import { strikesOnEngine, strikesOnWires, unboundQueue } from './strikes/on-wires.ts'
import type { Strike } from './strikes/strike.ts'
import { strikeUntilStopped } from './strikes/strike-until-stopped.ts'

export type RunOptions = {
  minutes: number
  seed: number
  /** Only strikes whose names contain one of these; all if left out, none if empty. */
  only: string[] | undefined
  /** Seconds between one strike and the next. */
  apart: [least: number, most: number]
  /** Whether the next may come before the last is mended. */
  overlap: boolean
  nodes: number
  copies: number
  clients: number
  /** Milliseconds that a client rests between requests. */
  restMs: number
  signal: AbortSignal
  say: (line: string) => void
}

export type Result = { folder: string; violations: number; report: string }

const windowSeconds = 20

/** One run: starts everything, lets it be used and struck, mends it, waits until all is done, and has it checked. */
export async function runOnce(options: RunOptions): Promise<Result> {
  const { minutes, seed, nodes, copies, say, signal } = options
  const folder = join(workspace, '.data/faults', `${seed}-${new Date().toISOString().replaceAll(/[:.]/g, '')}`)
  await mkdir(folder, { recursive: true })
  const rig = await startRig({ folder, windowSeconds, midnightInSeconds: minutes * 30 + 20, nodes, copies, say })
  try {
    await useAndStrike(rig, folder, options)
    signal.throwIfAborted()
    say('all strikes are mended; waiting until everything is done')
    await rig.engine.setMood('well')
    await waitUntil(async () => (await Promise.all(rig.copies.map((copy) => copy.isReady()))).every(Boolean), {
      timeoutMs: 240_000,
      failure: () => new Error('The services are not ready again, although nothing is broken any more.'),
    })
    const left = await drain(rig, 180_000, say)
    await dump(rig, folder)
    await writeFile(
      join(folder, 'run.json'),
      JSON.stringify({ seed, minutes, windowSeconds, ...rig.clock, left }, null, 2),
    )
  } finally {
    await rig.stop()
  }
  return { folder, ...(await check(folder)) }
}

async function useAndStrike(rig: Rig, folder: string, options: RunOptions): Promise<void> {
  const { minutes, seed, only, apart, overlap, clients, restMs, signal, say } = options
  const history = openHistory(join(folder, 'driver.jsonl'))
  const { doors, gatewayUrl, sampleSiteUrl, projectRpc, internalToken } = rig
  await using world = await makeWorld({ projectRpc, internalToken, history })
  const stop = new AbortController()
  const stopped = AbortSignal.any([stop.signal, signal])
  const operating = { history, random: seeded(seed + 1), world, doors, gatewayUrl, sampleSiteUrl, stop: stopped }
  for (const site of world.accounts.flatMap((account) => account.sites)) await rotate(operating, site)

  say(`using it for ${minutes} min, striking it by seed ${seed}`)
  const sending = { history, doors, accounts: world.accounts, stop: stopped, restMs }
  history.write({ kind: 'begin' })
  const using = [
    ...Array.from({ length: clients }, (_, index) =>
      sendUntilStopped({ ...sending, random: seeded(seed + 100 + index) }),
    ),
    operateUntilStopped(operating),
  ]
  const striking = new AbortController()
  const struck = strikeUntilStopped({
    history: openHistory(join(folder, 'strikes.jsonl')),
    random: seeded(seed),
    groups: groupsOf(rig, only),
    apart,
    overlap,
    stop: AbortSignal.any([striking.signal, stopped]),
    say,
  })
  await pause(minutes * 60_000, undefined, { signal }).catch(() => undefined)
  striking.abort()
  await struck
  history.write({ kind: 'end' })
  stop.abort()
  await Promise.all(using)
}

function groupsOf(rig: Rig, only: string[] | undefined): { strikes: Strike[]; weight: number }[] {
  const wanted = ({ name }: Strike): boolean => only === undefined || only.some((part) => name.includes(part))
  return [
    { strikes: strikesOnServices(rig).filter(wanted), weight: 4 },
    { strikes: strikesOnServers(rig).filter(wanted), weight: 3 },
    { strikes: strikesOnWires(rig).filter(wanted), weight: 3 },
    { strikes: strikesOnEngine(rig).filter(wanted), weight: 1 },
    { strikes: [unboundQueue(rig)].filter(wanted), weight: 0.5 },
  ]
}

/** The checker is a program of its own and knows nothing but the files. */
async function check(folder: string): Promise<{ violations: number; report: string }> {
  const program = join(workspace, 'tests/faults/checker/main.ts')
  const code = await new Promise<number>((resolve, reject) => {
    const checker = execFile(
      process.execPath,
      ['--max-old-space-size=4096', program, folder],
      (_error, _out, words) => {
        if (checker.exitCode === 0 || checker.exitCode === 1) resolve(checker.exitCode)
        else reject(new Error(`The checker failed: ${words}`))
      },
    )
  })
  const { violations } = JSON.parse(await readFile(join(folder, 'verdict.json'), 'utf8')) as { violations: unknown[] }
  if (code === 0 && violations.length > 0) throw new Error('The checker contradicts itself.')
  return { violations: violations.length, report: await readFile(join(folder, 'verdict.txt'), 'utf8') }
}
