import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { intake, newHook, pages, submit, test, useIntake } from './intake-under-test.ts'

useIntake()

const children: ChildProcess[] = []
afterAll(async () => {
  await Promise.all(children.map(kill))
})

/** A copy of intake as a process, which submits what waits. */
function startProcess(): ChildProcess {
  const settings = Object.entries(test.settings).map(([name, value]) => [name, String(value)])
  const child = spawn(process.execPath, [fileURLToPath(new URL('../src/main.ts', import.meta.url))], {
    env: { ...process.env, ...Object.fromEntries(settings), INTERNAL_TOKEN: randomUUID() },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

it('what waits is neither lost nor charged twice though the process that submits it is killed again and again', async () => {
  await test.setClock('2026-11-21T12:00:00Z')
  const hook = await newHook(intake, { urls_per_day: 0 })
  for (const from of [10_001, 12_001, 14_001, 16_001]) {
    const urls = pages(from, from + 1_999)
    const { body } = await submit(intake.url, hook.token, { urls, over_quota: 'wait' })
    expect(body).toMatchObject({ waiting: 2_000 })
  }
  await intake.stop()

  // Room for a part of it, as if its limits had changed. So each process has something to submit, however fast it is.
  const leaveRoom = async (urls: number) => {
    await test.query('update account set urls_per_day = $1', [urls])
    await test.query(`update waiting_list set due_at = '2026-11-22T00:00:00Z'`)
  }
  const submitted = async () =>
    (await test.query(`select unnest(urls) as url from batch where day = '2026-11-22'`)).map(({ url }) => String(url))
  for (let round = 0; round < 4; round += 1) {
    await test.setClock(`2026-11-22T00:0${round}:00Z`)
    await leaveRoom(2_000 * (round + 1))
    const before = (await submitted()).length
    const child = startProcess()
    await until('it submits', async () => (await submitted()).length > before)
    await kill(child)
    await until('PostgreSQL has ended its transactions', async () => {
      const connected = `select from pg_stat_activity where datname = current_database() and application_name like 'intake%'`
      return (await test.query(connected)).length === 0
    })
    const found = await submitted()
    const [row] = await test.query(`select used::int from quota_use where period = '2026-11-22'`)
    const [{ waiting } = {}] = await test.query('select count(*)::int as waiting from waiting_url')
    expect([row?.['used'], waiting]).toEqual([found.length, 8_000 - found.length])
  }

  await test.setClock('2026-11-22T00:09:00Z')
  await leaveRoom(10_000)
  const last = await test.start()
  await until('nothing waits', async () => (await test.query('select from waiting_url')).length === 0)
  expect((await submitted()).toSorted()).toEqual(pages(10_001, 18_000).toSorted())
  expect(await last.quotas.getUsage(hook)).toMatchObject({ day: { used: 8_000 }, waiting: { urls: 0 } })
  await until('all of it is published', async () => (await test.query('select from outbox')).length === 0)
})
