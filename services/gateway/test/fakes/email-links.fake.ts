import { fault } from '@pagebell/faults/fault'
import { EmailLinks } from '@pagebell/rpc/contracts'
import { fakeService } from './fake-service.ts'

export const linkToken = '0199c0de-5a1e-7c3a-9b51-3f6c1e0d7a42.a-token-of-a-link'

/** The links of one mail. */
export function fakeEmailLinks() {
  const asked: string[] = []
  const take = (name: string, token: string) => {
    if (token !== linkToken) throw fault('not_found', 'The link is not known.')
    asked.push(name)
    return { project: 'example.com' }
  }
  const service = fakeService(EmailLinks, {
    confirm: async ({ token }) => take('confirm', token),
    unsubscribe: async ({ token }) => take('unsubscribe', token),
  })
  return { service, asked }
}
