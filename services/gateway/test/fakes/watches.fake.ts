import { fault } from '@pagebell/faults/fault'
import type { Watch__Output as Watch } from '@pagebell/protos/pages/v1/watches'
import { Watches } from '@pagebell/rpc/contracts'
import { fakeService } from './fake-service.ts'

export function fakeWatches() {
  const kept = new Map<string, Watch>()
  /** What was asked of each watch, in order. */
  const asked: object[] = []
  const at = '2026-11-21T10:00:00.000Z'
  const scan = { id: 'scan-1', began_at: at, ended_at: at, outcome: 'ok', files: 1, found: 3, added: 1, changed: 0 }
  const scans = [{ ...scan, missing: 0, skipped: 0, problems: [{ code: 'bad_date', detail: 'One date is none.' }] }]
  const find = ({ project_id, id }: { project_id: string; id: string }): Watch => {
    const found = kept.get(`${project_id} ${id}`)
    if (found === undefined) throw fault('not_found', 'There is no such watch.')
    return found
  }

  const service = fakeService(Watches, {
    async putWatch({ project_id, id, settings }) {
      if (settings === null) throw fault('malformed', 'settings are required.')
      asked.push(settings)
      const counts = { pages: 0, waiting: 0, held: 0, files: [], last_scan: null, websub: null }
      const watch: Watch = { id, settings, created_at: at, next_scan_at: at, ...counts }
      kept.set(`${project_id} ${id}`, watch)
      return watch
    },
    getWatch: async (request) => find(request),
    async listWatches({ project_id }) {
      return { watches: [...kept].flatMap(([key, watch]) => (key.startsWith(project_id) ? [watch] : [])) }
    },
    async deleteWatch({ project_id, id }) {
      find({ project_id, id })
      kept.delete(`${project_id} ${id}`)
      return {}
    },
    async scanWatch({ believe, ...place }) {
      asked.push({ believe })
      return find(place)
    },
    async listScans(request) {
      find(request)
      return { scans }
    },
    async decideHeld({ decision, ...place }) {
      asked.push({ decision })
      return find(place)
    },
  })
  return { service, kept, asked }
}
