import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { belongsTo } from '@pagebell/urls/project-name'
import type { Verdict } from '../verdicts/verdict.ts'

type FoundFor = { action: string; project: string }

/**
 * The page of the project that a submitted one leads to, or its canonical page, which is to be announced as well;
 * undefined if there is none. A redirect that was announced before leads to no page again.
 */
export function foundUrl({ action, project }: FoundFor, verdict: Verdict): string | undefined {
  if (action !== 'update') return undefined
  const target = targetOf(verdict)
  const normalised = target === undefined ? undefined : normaliseUrl(target)
  return normalised?.ok && belongsTo(normalised.host, project) ? normalised.url : undefined
}

function targetOf(verdict: Verdict): string | undefined {
  if (verdict.kind === 'skip') return verdict.canonical
  return verdict.kind === 'send' && verdict.announces.state === 'moved' ? verdict.announces.target : undefined
}
