import { fault } from '@pagebell/faults/fault'
import { projectName } from '@pagebell/urls/project-name'

/** The name of the project for the host a customer wrote. Throws fault invalid on `project`. */
export function checkProjectName(host: string): string {
  const name = projectName(host)
  if (name !== undefined) return name
  const allowed = 'Use a host name such as example.com: no scheme, port or path, at most 253 characters.'
  throw fault('invalid', 'This names no site.', { errors: { project: [allowed] } })
}
