import { fault } from '@pagebell/faults/fault'
import type {
  Hook__Output as Hook,
  RotateHookRequest__Output as RotateRequest,
} from '@pagebell/protos/intake/v1/intake'
import { Hooks, Quotas } from '@pagebell/rpc/contracts'
import { lastFour, mintToken } from '@pagebell/tokens/token'
import { fakeService } from './fake-service.ts'

export function fakeIntake() {
  const hooks = new Map<string, Hook>()
  const rotated: RotateRequest[] = []
  const closed: string[] = []
  const channelChanges: { ready: string[]; chosen: string[]; version: number }[] = []

  const keyOf = ({ account_id, project_id }: { account_id: string; project_id: string }) =>
    `${account_id} ${project_id}`
  function found(of: { account_id: string; project_id: string }): Hook {
    const hook = hooks.get(keyOf(of))
    if (hook === undefined) throw fault('not_found', 'This project has no webhook.')
    return hook
  }

  const hookService = fakeService(Hooks, {
    getHook: async (request) => found(request),
    async rotateHook(request) {
      rotated.push(request)
      const token = mintToken('pbh_')
      const before = hooks.get(keyOf(request))
      const hook: Hook = {
        enabled: true,
        last_four: lastFour(token),
        created_at: new Date().toISOString(),
        accepted_7d: 3,
        waiting: { urls: 4, oldest_at: '2026-11-21T10:00:00.000Z' },
      }
      if (before !== undefined && request.grace_seconds > 0) {
        hook.previous_last_four = before.last_four
        hook.previous_accepted_until = new Date(Date.now() + request.grace_seconds * 1_000).toISOString()
      }
      hooks.set(keyOf(request), hook)
      return { hook, token, created: before === undefined }
    },
    async setHookEnabled(request) {
      const hook = found(request)
      hook.enabled = request.enabled
      return hook
    },
    async revokeHook(request) {
      const hook = found(request)
      hooks.delete(keyOf(request))
      return hook
    },
  })
  const quotas = fakeService(Quotas, {
    getUsage: async () => ({
      day: { used: 40, given_back: 2, resets_at: '2026-11-22T00:00:00.000Z' },
      month: { used: 1_200, given_back: 2, resets_at: '2026-12-01T00:00:00.000Z' },
      waiting: { urls: 7 },
    }),
    setLimits: async () => ({}),
    async setChannels(request) {
      channelChanges.push(request)
      return {}
    },
    async closeProject({ project_id }) {
      closed.push(project_id)
      return {}
    },
  })
  return { services: [hookService, quotas], rotated, closed, channelChanges }
}
