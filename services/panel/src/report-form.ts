import { Fault, fault } from '@pagebell/faults/fault'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { projectName } from '@pagebell/urls/project-name'

/** The URL of a report and the project that it belongs to. Throws fault invalid on `url`. */
export function rateable(written: string): { url: string; project: string } {
  const trimmed = written.trim()
  // Most people leave out what browsers leave out.
  const normalised = normaliseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  const project = normalised.ok ? projectName(normalised.host) : undefined
  if (normalised.ok && project !== undefined) return { url: normalised.url, project }
  const reason = normalised.ok ? 'its host cannot name a project' : normalised.reason
  throw fault('invalid', `The URL cannot be used: ${reason}.`, { errors: { url: [`cannot be used: ${reason}`] } })
}

/** The privacy of a form, with the password where there is one. Throws fault invalid on `password`. */
export function privacyOf({ privacy, password }: { privacy: string; password: string }): {
  privacy: number
  password?: string
} {
  if (privacy !== '2') return { privacy: privacy === '1' ? 1 : 0 }
  const length = Array.from(password).length
  if (length >= 6 && length <= 128) return { privacy: 2, password }
  const text = 'needs 6 to 128 characters'
  throw fault('invalid', `The password ${text}.`, { errors: { password: [text] } })
}

/** The project may be deleted between making sure of it and using it; then it is made anew. */
export async function onceMoreIfGone<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'project_gone') throw error
    return work()
  }
}
