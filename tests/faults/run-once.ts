import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { workspace } from '@pagebell/start/service-list'
import { waitUntil } from '@pagebell/start/wait-until'
import { addSource, operateUntilStopped, rotate } from './driver/operate.ts'
import { sendUntilStopped } from './driver/send.ts'
import { makeWorld } from './driver/sites.ts'
import { drain } from './harness/drain.ts'
import { dump } from './harness/dump.ts'
import { type Harness, startHarness } from './harness/start-harness.ts'
import { openHistory } from './history.ts'
import type { Fault } from './injection/fault.ts'
import { injectUntilStopped } from './injection/inject-until-stopped.ts'
import { serverFaults } from './injection/server-faults.ts'
import { serviceFaults } from './injection/service-faults.ts'
import { engineFaults, unboundQueue, wireFaults } from './injection/wire-faults.ts'
import { seeded } from './random.ts'

export type RunOptions = {
  minutes: number
  seed: number
  /** Only faults whose names contain one of these; all if undefined, none if empty. */
  only: string[] | undefined
  /** Seconds between two faults. */
  intervalSeconds: [min: number, max: number]
  /** Whether a fault may start before the previous one has recovered. */
  overlap: boolean
  nodes: number
  copies: number
  clients: number
  /** Mean pause of a client between requests. */
  thinkTimeMs: number
  signal: AbortSignal
  say: (line: string) => void
}

export type Result = { folder: string; violations: number; report: string }

const windowSeconds = 20

/** One run: starts the system, applies load and faults, waits for recovery, drains, and runs the checker. */
export async function runOnce(options: RunOptions): Promise<Result> {
  const { minutes, seed, nodes, copies, say, signal } = options
  const folder = join(workspace, '.data/faults', `${seed}-${new Date().toISOString().replaceAll(/[:.]/g, '')}`)
  await mkdir(folder, { recursive: true })
  const harness = await startHarness({
    folder,
    windowSeconds,
    midnightInSeconds: minutes * 30 + 20,
    nodes,
    copies,
    say,
  })
  try {
    await useAndInject(harness, folder, options)
    signal.throwIfAborted()
    say('all faults are over; draining')
    await harness.engine.setBehaviour('normal')
    await waitUntil(async () => (await Promise.all(harness.copies.map((copy) => copy.isReady()))).every(Boolean), {
      timeoutMs: 240_000,
      failure: () => new Error('The services are not ready after all faults are over.'),
    })
    const left = await drain(harness, 180_000, say)
    await dump(harness, folder)
    await writeFile(
      join(folder, 'run.json'),
      JSON.stringify({ seed, minutes, windowSeconds, ...harness.clock, left }, null, 2),
    )
  } finally {
    await harness.stop()
  }
  return { folder, ...(await check(folder)) }
}

async function useAndInject(harness: Harness, folder: string, options: RunOptions): Promise<void> {
  const { minutes, seed, only, intervalSeconds, overlap, clients, thinkTimeMs, signal, say } = options
  const history = openHistory(join(folder, 'driver.jsonl'))
  const { submitEndpoints, gatewayUrl, sampleSiteUrl, pagesPort, projectRpc, internalToken } = harness
  await using world = await makeWorld({ projectRpc, internalToken, pagesPort, history })
  const stop = new AbortController()
  const stopped = AbortSignal.any([stop.signal, signal])
  const operating = {
    history,
    random: seeded(seed + 1),
    world,
    submitEndpoints,
    gatewayUrl,
    sampleSiteUrl,
    stop: stopped,
  }
  for (const site of world.accounts.flatMap((account) => account.sites)) {
    await rotate(operating, site)
    await addSource(operating, site)
  }

  say(`load for ${minutes} min, faults by seed ${seed}`)
  const sending = { history, submitEndpoints, accounts: world.accounts, stop: stopped, thinkTimeMs }
  history.write({ kind: 'begin' })
  const using = [
    ...Array.from({ length: clients }, (_, index) =>
      sendUntilStopped({ ...sending, random: seeded(seed + 100 + index) }),
    ),
    operateUntilStopped(operating),
  ]
  const injecting = new AbortController()
  const injected = injectUntilStopped({
    history: openHistory(join(folder, 'faults.jsonl')),
    random: seeded(seed),
    groups: groupsOf(harness, only),
    intervalSeconds,
    overlap,
    stop: AbortSignal.any([injecting.signal, stopped]),
    say,
  })
  await pause(minutes * 60_000, undefined, { signal }).catch(() => undefined)
  injecting.abort()
  await injected
  history.write({ kind: 'end' })
  stop.abort()
  await Promise.all(using)
}

function groupsOf(harness: Harness, only: string[] | undefined): { faults: Fault[]; weight: number }[] {
  const isSelected = ({ name }: Fault): boolean => only === undefined || only.some((part) => name.includes(part))
  return [
    { faults: serviceFaults(harness).filter(isSelected), weight: 4 },
    { faults: serverFaults(harness).filter(isSelected), weight: 3 },
    { faults: wireFaults(harness).filter(isSelected), weight: 3 },
    { faults: engineFaults(harness).filter(isSelected), weight: 1 },
    { faults: [unboundQueue(harness)].filter(isSelected), weight: 0.5 },
  ]
}

/** Runs the checker as a separate process that reads only the files. */
async function check(folder: string): Promise<{ violations: number; report: string }> {
  const program = join(workspace, 'tests/faults/checker/main.ts')
  const code = await new Promise<number>((resolve, reject) => {
    const checker = execFile(
      process.execPath,
      ['--max-old-space-size=4096', program, folder],
      (_error, _stdout, stderr) => {
        if (checker.exitCode === 0 || checker.exitCode === 1) resolve(checker.exitCode)
        else reject(new Error(`The checker failed: ${stderr}`))
      },
    )
  })
  const { violations } = JSON.parse(await readFile(join(folder, 'verdict.json'), 'utf8')) as { violations: unknown[] }
  if (code === 0 && violations.length > 0) throw new Error('The checker exited with 0 despite violations.')
  return { violations: violations.length, report: await readFile(join(folder, 'verdict.txt'), 'utf8') }
}
