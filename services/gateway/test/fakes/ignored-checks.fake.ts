import { fault } from '@pagebell/faults/fault'
import { IgnoredChecks } from '@pagebell/rpc/contracts'
import { fakeService } from './fake-service.ts'

type Place = { account_id: string; project: string; check: string; url?: string }
type Kept = Place & { reason: string; expires_at?: string; created_at: string }

/** The project service's ignored checks, kept in memory. */
export function fakeIgnoredChecks() {
  const kept = new Map<string, Kept>()
  const keyOf = ({ account_id, project, check, url }: Place) => JSON.stringify([account_id, project, check, url])

  const service = fakeService(IgnoredChecks, {
    async listIgnoredChecks({ account_id, project }) {
      const ofProject = [...kept.values()].filter((one) => one.account_id === account_id && one.project === project)
      return { ignored_checks: ofProject }
    },
    async putIgnoredCheck(request) {
      const ignored = { ...request, created_at: '2026-11-21T10:00:00.000Z' }
      kept.set(keyOf(request), ignored)
      return ignored
    },
    async deleteIgnoredCheck(request) {
      const ignored = kept.get(keyOf(request))
      if (ignored === undefined) throw fault('not_found', 'This check is not ignored.')
      kept.delete(keyOf(request))
      return ignored
    },
  })
  return { service }
}
