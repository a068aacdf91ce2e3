import { withoutWww } from './without-www.ts'

/** The longest DNS name and the longest label (RFC 1035 2.3.4). */
const maxName = 253
const maxLabel = 63

/** A host label: letters, digits and inner hyphens (RFC 1123 2.1); international names are already IDNA-encoded. */
const label = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/

/**
 * The default project name of a host: lower case, IDNA-encoded, without a leading `www.` and without a trailing dot.
 * Undefined for anything but a host name (a URL, a port, a path, an invalid label). `www.com` keeps its `www.`, since
 * otherwise a whole top-level domain would remain.
 */
export function projectName(host: string): string | undefined {
  const name = storedProjectName(host)
  if (name === undefined || name.startsWith('[')) return name
  return name.split('.').every((part) => label.test(part)) ? name : undefined
}

/**
 * The name under which a project is looked up. Older versions created projects for hosts with characters that `projectName`
 * rejects; those can still be read and deleted.
 */
export function storedProjectName(host: string): string | undefined {
  const isAddress = host.startsWith('[') && host.endsWith(']')
  if (/[\s/\\@?#%]/.test(host) || (!isAddress && host.includes(':'))) return undefined
  const parsed = URL.parse(`http://${host}/`)
  if (parsed === null || parsed.hostname === '' || parsed.port !== '') return undefined
  if (isAddress) return parsed.hostname
  const name = withoutWww(parsed.hostname.replace(/\.$/, ''))
  const labels = name.split('.')
  const usable = name.length <= maxName && labels.every(({ length }) => length > 0 && length <= maxLabel)
  return usable ? name : undefined
}

/** Whether a URL's host is the project's own, its `www.` or another subdomain of it. */
export function belongsTo(urlHost: string, project: string): boolean {
  return urlHost === project || urlHost.endsWith(`.${project}`)
}
