import { describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { watchAddresses } from './address-watcher.ts'

/** Watches with the test's name server, which responds with what `resolve` returns. */
function watch(address: string, resolve: (host: string) => string[]) {
  const reported: (string[] | 'failed')[] = []
  const addresses = watchAddresses(
    address,
    { onFound: (targets) => reported.push(targets), onFailed: () => reported.push('failed') },
    async (host) => resolve(host).map((one) => ({ address: one, family: one.includes(':') ? 6 : 4 })),
  )
  return { reported, ...addresses }
}

const unresolved = (): string[] => {
  throw new Error('No such name.')
}

describe('the copies of a service', () => {
  it('are the configured addresses, without a DNS query', async () => {
    const { reported, close } = watch('127.0.0.1:4000,[::1]:4001,127.0.0.1:4000', unresolved)
    await until('they are reported', () => reported.length > 0)
    expect(reported).toEqual([['ipv4:127.0.0.1:4000', 'ipv6:[::1]:4001']])
    close()
  })

  it('are all addresses that a name resolves to, and others once it resolves to others', async () => {
    let now = ['10.0.0.1', '10.0.0.2', 'fd00::1']
    const { reported, refresh, close } = watch('report:4000', () => now)
    await until('they are reported', () => reported.length > 0)
    expect(reported).toEqual([['ipv4:10.0.0.1:4000', 'ipv4:10.0.0.2:4000', 'ipv6:[fd00::1]:4000']])
    now = ['10.0.0.2', '10.0.0.3']
    refresh()
    await until('they are reported again', () => reported.length > 1)
    expect(reported[1]).toEqual(['ipv4:10.0.0.2:4000', 'ipv4:10.0.0.3:4000'])
    close()
  })

  it('are unknown while the name does not resolve, and looked up again', async () => {
    let resolve: (host: string) => string[] = unresolved
    const { reported, close } = watch('report:4000', (host) => resolve(host))
    await until('the failure is reported', () => reported.length > 0)
    expect(reported).toEqual(['failed'])
    resolve = () => ['10.0.0.1']
    await until('they are found', () => reported.at(-1) !== 'failed')
    expect(reported.at(-1)).toEqual(['ipv4:10.0.0.1:4000'])
    close()
  })
})
