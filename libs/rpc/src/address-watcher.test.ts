import { describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { watchAddresses } from './address-watcher.ts'

/** Watches with a name server of the test's own, which answers with what `resolve` returns. */
function watch(address: string, resolve: (host: string) => string[]) {
  const told: (string[] | 'failed')[] = []
  const addresses = watchAddresses(
    address,
    { onFound: (targets) => told.push(targets), onFailed: () => told.push('failed') },
    async (host) => resolve(host).map((one) => ({ address: one, family: one.includes(':') ? 6 : 4 })),
  )
  return { told, ...addresses }
}

const nobody = (): string[] => {
  throw new Error('No such name.')
}

describe('the copies of a service', () => {
  it('are the addresses given, without asking a name server', async () => {
    const { told, close } = watch('127.0.0.1:4000,[::1]:4001,127.0.0.1:4000', nobody)
    await until('they are told', () => told.length > 0)
    expect(told).toEqual([['ipv4:127.0.0.1:4000', 'ipv6:[::1]:4001']])
    close()
  })

  it('are all that a name stands for, and others once it stands for others', async () => {
    let now = ['10.0.0.1', '10.0.0.2', 'fd00::1']
    const { told, refresh, close } = watch('report:4000', () => now)
    await until('they are told', () => told.length > 0)
    expect(told).toEqual([['ipv4:10.0.0.1:4000', 'ipv4:10.0.0.2:4000', 'ipv6:[fd00::1]:4000']])
    now = ['10.0.0.2', '10.0.0.3']
    refresh()
    await until('they are told again', () => told.length > 1)
    expect(told[1]).toEqual(['ipv4:10.0.0.2:4000', 'ipv4:10.0.0.3:4000'])
    close()
  })

  it('are unknown while the name server says nothing, and looked up again', async () => {
    let resolve: (host: string) => string[] = nobody
    const { told, close } = watch('report:4000', (host) => resolve(host))
    await until('the failure is told', () => told.length > 0)
    expect(told).toEqual(['failed'])
    resolve = () => ['10.0.0.1']
    await until('they are found', () => told.at(-1) !== 'failed')
    expect(told.at(-1)).toEqual(['ipv4:10.0.0.1:4000'])
    close()
  })
})
