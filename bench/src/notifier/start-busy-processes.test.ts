import { expect, it } from '@jest/globals'
import { cpuMicrosOf } from '../servers/cpu-of.ts'
import { startBusyProcesses } from './start-busy-processes.ts'

const used = (pids: number[]): number[] => pids.map(cpuMicrosOf)

it('busy processes use CPU time until their stack is disposed', async () => {
  const running = new AsyncDisposableStack()
  const busy = startBusyProcesses(running, 2)
  expect(new Set(busy.pids).size).toBe(2)
  while (used(busy.pids).some((micros) => micros < 200_000)) await new Promise((resolve) => setTimeout(resolve, 20))
  busy.check()

  await running.disposeAsync()
  for (const pid of busy.pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(() => busy.check()).toThrow('2 of 2 busy processes ended')
})
