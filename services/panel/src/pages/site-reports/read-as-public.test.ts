import { expect, it } from '@jest/globals'
import { siteReport } from '../../../test/test-site-report.ts'
import type { Clients } from '../../clients/clients.ts'
import { readAsPublic } from './read-as-public.ts'

const which = { account_id: 'account', id: siteReport().id, is_excerpt: true } as const

/** A report service, of this version or of one that does not know the field `as_public`. */
const serviceThat = ({ knowsField }: { knowsField: boolean }) =>
  ({
    siteReports: {
      getSiteReport: async ({ id, as_public = false }: { id: string; as_public?: boolean }) =>
        siteReport({ id, as_public: knowsField && as_public }),
    },
  }) as unknown as Pick<Clients, 'siteReports'>

it('reads a site report as anybody but its owner gets it', async () => {
  expect(await readAsPublic(serviceThat({ knowsField: true }), which)).toMatchObject({ id: which.id, as_public: true })
})

it('refuses one that an older service has not cut, and asks for patience', async () => {
  const refused = { kind: 'unavailable', message: expect.stringContaining('upgraded') }
  await expect(readAsPublic(serviceThat({ knowsField: false }), which)).rejects.toMatchObject(refused)
})
