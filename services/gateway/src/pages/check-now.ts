import type { CheckedUrls__Output as CheckedUrls, CheckUrlsRequest } from '@pagebell/protos/pages/v1/pages'
import type { Clients } from '../clients.ts'

/** Pages begins no page after 30 s; the last one waits for three answers of its site, each of 8 s at most. */
const deadlineMs = 60_000

/** What pre-flight would decide now. Throws fault `rate_limited` while the account has another check running. */
export const checkNow = ({ pages }: Pick<Clients, 'pages'>, asked: CheckUrlsRequest): Promise<CheckedUrls> =>
  pages.checkUrls(asked, { deadlineMs })
