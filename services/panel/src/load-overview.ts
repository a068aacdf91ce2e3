import type { Overview } from './pages/overview.ts'
import type { Peers } from './peers.ts'
import { quotasOf } from './quotas.ts'

const attentionUpTo = 100

/** What the overview shows, asked of its owners. */
export async function loadOverview(peers: Peers, account_id: string): Promise<Overview> {
  const { accounts, quotas, reports, deliveries, projects } = peers
  const withStatus = async (status: string) => {
    const found = await deliveries.listDeliveries({ account_id, status, per_page: attentionUpTo })
    return { count: found.deliveries.length, more: found.next_cursor !== undefined }
  }
  const newest = { account_id, sort: 'desc', page: 1 }
  const [account, usage, ownReports, sent, ownProjects, held, rejected] = await Promise.all([
    accounts.getAccount({ account_id }),
    quotas.getUsage({ account_id }),
    reports.listReports({ ...newest, sort_by: 'id', per_page: 10 }),
    deliveries.listDeliveries({ account_id, per_page: 10 }),
    projects.listProjects({ ...newest, sort_by: 'created_at', per_page: 10 }),
    withStatus('held'),
    withStatus('rejected'),
  ])
  return {
    quotas: quotasOf(account, usage),
    reports: ownReports.reports.slice(0, 5),
    deliveries: sent.deliveries.slice(0, 5),
    projects: ownProjects.total,
    held,
    rejected,
  }
}
