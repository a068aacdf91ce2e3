import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@pagebell/testing/until'
import type { TestSystem } from '../../e2e/test-system.ts'
import { CannotRun, type Sender, type Step, type Submitted } from './sender.ts'

/** The dedupe window of the system: an author edits a page again after it. */
export const windowSeconds = 1
/** After a step, for what should not come: the window, and the time in which the request log is written. */
const quietMs = 1_000 * windowSeconds + 2_500
export const secret = 'the-secret-of-a-sender'

export type StepResult = { step: string; expected: string[]; got: string[]; held: boolean }
export type SenderResult = { sender: string; version: string; steps: StepResult[]; notRun?: string }

type RunOptions = {
  /** Where what npm installs is kept; the sender's temporary folder if undefined. */
  packages: string | undefined
  say: (line: string) => void
  signal: AbortSignal
}

type Logged = { id: string; url: string; action: string; status: string }
type List<Row> = { data: Row[] }

/** Takes a page through its life at one sender, and compares what the engine received. */
export async function runSender(
  system: TestSystem,
  sender: Sender,
  { packages, say, signal }: RunOptions,
): Promise<SenderResult> {
  signal.throwIfAborted()
  say(`${sender.name} is being started`)
  await using cleaning = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), `pagebell-${sender.name}-`))
  cleaning.defer(() => rm(folder, { recursive: true, force: true }))
  const host = `${sender.name}.example`
  const { address, log, engine, requests } = await addSource(system, sender, host)
  const version = { text: '–' }
  const steps: StepResult[] = []
  try {
    const running = cleaning.use(await sender.start({ host, address, secret, folder, packages: packages ?? folder }))
    version.text = running.version
    say(`${sender.name} ${running.version} is ready`)
    for (const step of running.steps) {
      signal.throwIfAborted()
      const result = await runStep(step, { log, engine, requests })
      steps.push(result)
      say(
        `${sender.name}: ${step.name}: ${result.held ? 'as it happened' : `got ${result.got.join(', ') || 'nothing'}`}`,
      )
    }
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    say(`${sender.name} does not run here: ${error.message}`)
    return { sender: sender.name, version: version.text, steps, notRun: error.message }
  }
  return { sender: sender.name, version: version.text, steps }
}

/** What a source has received, and what engines have. */
export type Views = { log: () => Promise<Logged[]>; engine: () => Promise<string[]>; requests: () => Promise<number> }

/** Takes one step, and compares what was delivered and what the engine received with what is expected. */
export async function runStep(
  { name, act, submitted, isSent }: Step,
  { log, engine, requests }: Views,
): Promise<StepResult> {
  const known = new Set((await log()).map(({ id }) => id))
  const [sentBefore, receivedBefore] = [await requests(), (await engine()).length]
  const added = async () => (await log()).filter(({ id }) => !known.has(id))
  await act()
  if (isSent !== false)
    await until(`${name}: the request has come`, async () => (await requests()) > sentBefore, 60_000)
  await untilAtLeast(submitted.length, added)
  await pause(quietMs)
  const rows = await until(`${name}: all is delivered`, async () => {
    const found = await added()
    return found.every(({ status }) => status === 'delivered') && found
  })
  const expected = submitted.map(lineOf).sort()
  const got = rows.map(lineOf).sort()
  // IndexNow has no action: the engine hears the URL, and looks itself.
  const heard = (await engine()).slice(receivedBefore).sort()
  const urls = submitted.map(({ url }) => url).sort()
  const held = String(got) === String(expected) && String(heard) === String(urls)
  return {
    step: name,
    expected,
    got: String(heard) === String(urls) ? got : [...got, `the engine: ${heard.join(' ')}`],
    held,
  }
}

/** Waits for what should come, and no longer than it may take: what is missing is a result. */
async function untilAtLeast(count: number, added: () => Promise<Logged[]>): Promise<void> {
  const end = Date.now() + 20_000
  while ((await added()).length < count && Date.now() < end) await pause(200)
}

const lineOf = ({ action, url }: Submitted | Logged): string => `${action} ${url}`

/** A project of the host with a source that has the secret. */
export async function addSource(
  system: TestSystem,
  { kind, name, rules }: Pick<Sender, 'kind' | 'name' | 'rules'>,
  host: string,
): Promise<Views & { address: string }> {
  await system.api('POST', '/projects', { body: { project: host } })
  const path = `/projects/${host}/sources`
  const body = { kind, name, secret, ...(rules && { rules }) }
  const made = await system.api<{ data: { id: string; url: string } }>('POST', path, { body })
  if (made.status !== 201) throw new Error(`No source was added: ${JSON.stringify(made.body)}`)
  const { id, url: address } = made.body.data
  const read = async <Row>(of: string) => (await system.api<List<Row>>('GET', `${of}?per_page=100`)).body.data
  return {
    address,
    log: () => read<Logged>(`/projects/${host}/deliveries`),
    requests: async () => (await read<object>(`${path}/${id}/requests`)).length,
    engine: async () => (await system.received()).filter((url) => new URL(url).host === host),
  }
}
