import { Fault } from '@pagebell/faults/fault'
import type { Refusal } from '@pagebell/protos/report/v1/report'
import type { RpcClient } from '../connect-rpc.ts'
import type { Projects } from '../contracts.ts'

/**
 * The id of each project, or why the plan has no room for it. One after the other in the order of the names, so that the
 * first ones get the places that are left. Throws a fault if none has a place.
 */
export async function ensureProjects(
  { ensureProject }: Pick<RpcClient<typeof Projects>, 'ensureProject'>,
  account_id: string,
  names: readonly string[],
): Promise<Map<string, string | Refusal>> {
  const found = new Map<string, string | Refusal>()
  const faults: Fault[] = []
  for (const project of names) {
    try {
      found.set(project, (await ensureProject({ account_id, project })).project_id)
    } catch (error) {
      if (!(error instanceof Fault) || error.kind !== 'conflict') throw error
      faults.push(error)
      found.set(project, { code: error.code, message: error.message })
    }
  }
  if (faults.length === names.length) throw faults[0]
  return found
}

/** A project may be deleted between ensuring that it exists and using it: then it is ensured again. */
export async function retryIfProjectGone<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'project_gone') throw error
    return work()
  }
}
