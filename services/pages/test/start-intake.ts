import { FoundUrls } from '@pagebell/rpc/contracts'
import { implement, serveRpc } from '@pagebell/rpc/serve-rpc'
import { createLog } from '@pagebell/runtime/log'

export type HandedOver = { project_id: string; action: string; urls: string[] }
type Answer = { outcome: string; later: number[] }

/** Intake as watches see it: keeps what it gets, and answers what a test wants. */
export async function startIntake(internalToken: string) {
  const calls: HandedOver[] = []
  const gates = new Map<string, () => Promise<void>>()
  const held = new Set<string>()
  const answers = new Map<string, (call: HandedOver) => Answer>()
  const services = [
    implement(FoundUrls, {
      keepFoundUrls: async ({ project_id, action, urls }) => {
        const call = { project_id, action, urls }
        held.add(project_id)
        await gates.get(project_id)?.()
        held.delete(project_id)
        const answer = answers.get(project_id)?.(call) ?? { outcome: 'kept', later: [] }
        calls.push(call)
        return answer
      },
    }),
  ]
  const log = createLog('intake-as-played', 'silent')
  const server = await serveRpc({ port: 0, host: '127.0.0.1', internalToken, rpcCallers: '', log, services })
  return {
    port: server.port,
    callsOf: (projectId: string) => calls.filter(({ project_id }) => project_id === projectId),
    /** What was handed over of a project: each as its action and path, in order. */
    takenOf: (projectId: string): string[] =>
      calls
        .filter(({ project_id }) => project_id === projectId)
        .flatMap(({ action, urls }) => urls.map((url) => `${action} ${new URL(url).pathname}`)),
    /** Awaited before each answer for the project. */
    gate: (projectId: string, gate: () => Promise<void>) => void gates.set(projectId, gate),
    isHeld: (projectId: string) => held.has(projectId),
    answerFor: (projectId: string, answer: (call: HandedOver) => Answer) => void answers.set(projectId, answer),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
