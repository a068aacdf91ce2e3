import type { ProjectAlerts__Output as ProjectAlerts } from '@pagebell/protos/report/v1/alerts'
import { Alerts } from '@pagebell/rpc/contracts'
import { fakeService } from './fake-service.ts'

/** The alerts of the report service, kept in memory. */
export function fakeAlerts() {
  const kept = new Map<string, ProjectAlerts>()
  const keyOf = ({ account_id, project_id }: { account_id: string; project_id: string }) =>
    `${account_id} ${project_id}`
  const none: ProjectAlerts = { rules: [], at: '08:00', open: [], open_total: 0 }

  const service = fakeService(Alerts, {
    async putAlerts(request) {
      const { rules, at, zone } = request
      const open = {
        id: '0199c0de-5a1e-7c3a-9b51-3f6c1e0d7a42',
        when: 'check_fails',
        title: 'Pages cannot be indexed',
        detail: '3 pages of example.com fail "indexable" in the last two runs.',
        check: 'indexable',
        severity: 'fail',
        since: '2026-11-21T10:00:00.000Z',
        pages: 3,
        is_sent: true,
      }
      const alerts = { rules, at, zone, next_digest_at: '2026-11-28T08:00:00.000Z', open: [open], open_total: 1 }
      kept.set(keyOf(request), alerts as ProjectAlerts)
      return alerts
    },
    getAlerts: async (asked) => kept.get(keyOf(asked)) ?? none,
  })
  return { service }
}
