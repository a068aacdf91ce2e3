import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Code, startTestSystem, type TestSystem } from '../../e2e/test-system.ts'
import type { Attack } from '../attack.ts'
import type { Phase, VictimKind } from '../victims/victim.ts'
import type { AttackData, AttackNews } from './attack.worker.ts'
import { makeCustomers, type World, worldOf } from './build-world.ts'
import { figuresOf, judge, type Row } from './judge.ts'
import type { LoadedAttack } from './load-attacks.ts'
import type { Measured } from './measure.ts'
import type { MeasureAnswer, MeasureRequest, VictimsData } from './victims.worker.ts'

export type SiegeOptions = {
  /** How long victims are measured, before the attack and again during it. */
  seconds: number
  /** Ends the siege: it rejects with the reason. */
  signal: AbortSignal
  say: (line: string) => void
}

/** First requests compile what they run through, and are no measure of a quiet system. */
const warmUpSeconds = 3
const victimAccounts = 2

/** A system for these attacks; of this working copy's code unless another is given. */
export function startBesieged(attacks: Attack[], code: Code | undefined): Promise<TestSystem> {
  // Requests by the thousand are not to be written down each: the runner reads what services write.
  const env = Object.assign({ LOG_LEVEL: 'warn' }, ...attacks.map((attack) => attack.env))
  return startTestSystem({ env, ...(code !== undefined && { code }) })
}

/** One attack: measures the victims, attacks, measures them again. */
export async function besiege(
  attack: LoadedAttack,
  system: TestSystem,
  { seconds, signal, say }: SiegeOptions,
): Promise<Row[]> {
  signal.throwIfAborted()
  const makeAccounts = (role: string, count: number) => makeCustomers(system, `${attack.name}-${role}`, count)
  try {
    const world = worldOf(system, await makeAccounts('victim', victimAccounts))
    const accounts = await makeAccounts('attacker', attack.accounts ?? 0)
    await using victims = await openVictims(attack, { world, signal })
    await victims.measure('quiet', warmUpSeconds)
    const quiet = await victims.measure('quiet', seconds)
    say('  measured without the attack')
    const attacked = await underAttack(attack, { world, accounts }, signal, () => {
      say('  the attack is under way')
      return victims.measure('attacked', seconds)
    })
    return await rowsOf(attack, quiet, attacked)
  } catch (error) {
    for (const line of warnings(system).slice(-20)) console.error(line)
    throw error
  }
}

const warnings = ({ lines }: TestSystem): string[] => lines.filter((line) => /warning:|error:|ended with/.test(line))

type Measurements = Record<string, Measured>

async function openVictims({ victims }: Attack, { world, signal }: { world: World; signal: AbortSignal }) {
  const workerData: VictimsData = { world, victims: Object.keys(victims) }
  const worker = new Worker(join(import.meta.dirname, 'victims.worker.ts'), { workerData })
  const next = async (): Promise<Measurements> => {
    const [answer] = (await once(worker, 'message', { signal })) as [MeasureAnswer]
    if ('problem' in answer) throw new Error(`The victims could not be measured: ${answer.problem}`)
    return answer.measured
  }
  await next()
  return {
    measure(phase: Phase, seconds: number): Promise<Measurements> {
      worker.postMessage({ phase, seconds } satisfies MeasureRequest)
      return next()
    },
    [Symbol.asyncDispose]: async () => void (await worker.terminate()),
  }
}

/** Does its work while the attack is under way; throws if the attack ends before, or cannot be carried out. */
async function underAttack<T>(
  { file }: LoadedAttack,
  about: Omit<AttackData, 'file'>,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const workerData: AttackData = { file, ...about }
  const worker = new Worker(join(import.meta.dirname, 'attack.worker.ts'), { workerData })
  try {
    const next = async (): Promise<AttackNews> => ((await once(worker, 'message', { signal })) as [AttackNews])[0]
    if ((await next()) === 'over') throw new Error('The attack was over before it was under way.')
    const over = next()
    const tooSoon = over.then(() => Promise.reject(new Error('The attack was over before the victims were measured.')))
    const done = await Promise.race([work(), tooSoon])
    // From here on it is meant to end.
    tooSoon.catch(() => undefined)
    worker.postMessage('end')
    await over
    return done
  } finally {
    await worker.terminate()
  }
}

async function rowsOf({ victims }: Attack, quiet: Measurements, attacked: Measurements): Promise<Row[]> {
  const none: Measured = { tookMs: [], failures: [] }
  return Promise.all(
    Object.entries(victims).map(async ([victim, bounds]): Promise<Row> => {
      const { victim: kind } = (await import(`../victims/${victim}.victim.ts`)) as {
        victim: VictimKind
      }
      const [before, during] = [quiet[victim] ?? none, attacked[victim] ?? none]
      const [calm, busy] = [figuresOf(before), figuresOf(during)]
      const failureTexts = [...new Set(during.failures)].slice(0, 5)
      return { victim, does: kind.does, quiet: calm, attacked: busy, broken: judge(calm, busy, bounds), failureTexts }
    }),
  )
}
