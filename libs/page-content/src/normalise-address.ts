import { normaliseUrl } from '@pagebell/urls/normalise-url'

const trackingParameter = /^(?:utm_.*|gclid|fbclid|msclkid)$/i
/** Parameters that differ at each response: tokens of forms and sessions. */
const tokenParameter = /^(?:_?nonce|_wpnonce|_?csrf(?:_?token)?|authenticity_token|phpsessid|jsessionid)$/i
/** Runs of hex digits, as bundlers put the hash of a file into its name. */
const hexRun = /[0-9a-f]{8,}/gi
/** Dates and times in digits, as cameras name photographs: 20250131, 20250131120000. */
const writtenDate = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{4}|\d{6})?$/
/** Folders of files that a bundler named: Astro, Nuxt, SvelteKit, Next.js. */
const bundlerFolder = /\/(?:_astro|_nuxt|_app\/immutable|_next\/static)\//
/** Hashes in base64url that bundlers append: "hero.Bx12_a9Z.webp", or eight characters after a hyphen. */
const appendedHash = /(?:\.[\w-]{8,}|-[\w-]{8})(?=\.[a-z0-9]+$)/i
/** Addresses of programs that resize the image which a parameter names. */
const imageProxy = /^\/(?:_next\/image|_vercel\/image|_image)\/?$/
/** Without anything that could be left out: query, fragment, escape, or a dot in the path. */
const plainAddress = /^https?:\/\/[^/?#%]+\/[^?#%.]*$/
const pageExtension = /^(?:html?|xhtml|php|aspx?|jsp|cgi)$/i

/**
 * The target of a link as it is compared: normalised, without fragment, tracking parameters and tokens, and without the hash in
 * the file name of anything but a page. null for a link that leads to no other address (`javascript:`, `data:`,
 * `blob:`).
 */
export function linkTarget(url: URL): string | null {
  if (plainAddress.test(url.href)) return url.href
  const { protocol, pathname } = url
  if (/^(?:javascript|data|blob|about):$/.test(protocol)) return null
  const address = withoutTracking(url)
  if (!/^https?:$/.test(protocol)) return address
  const { folder, stem, extension } = splitPath(pathname)
  if (extension === '' || pageExtension.test(extension)) return normalise(address, protocol)
  const plain = withoutHash(folder, stem, extension)
  // A name that is a hash and nothing else is all there is to distinguish two files.
  if (plain === stem || !/[a-z]/i.test(plain)) return normalise(address, protocol)
  const start = address.indexOf(pathname, protocol.length + 2)
  const renamed = `${address.slice(0, start)}${folder}${plain}.${extension}${address.slice(start + pathname.length)}`
  return normalise(renamed, protocol)
}

/** An image's address as it is compared: without query and fragment, and without the hash in its file name. */
export function imageSource(url: URL): string {
  if (url.protocol === 'data:') return url.href
  const source = resizedImage(url) ?? url
  const { folder, stem, extension } = splitPath(source.pathname)
  const name = withoutHash(folder, stem, extension)
  const path = `${folder}${name}${extension === '' ? '' : `.${extension}`}`
  return normalise(`${source.origin}${path}`, source.protocol)
}

/** The image that a program resizes, or null. */
function resizedImage(url: URL): URL | null {
  if (url.search === '' || !imageProxy.test(url.pathname)) return null
  const original = url.searchParams.get('url') ?? url.searchParams.get('href')
  return original === null ? null : URL.parse(original, url.href)
}

/** Normalises an address that was parsed: of plain HTTP or HTTPS, only escapes can be spelled in several ways. */
function normalise(address: string, protocol: string): string {
  if (/^https?:$/.test(protocol) && !address.includes('%')) return address
  const normalised = normaliseUrl(address)
  return normalised.ok ? normalised.url : address
}

function withoutTracking(url: URL): string {
  if (!/[?#]/.test(url.href)) return url.href
  const plain = new URL(url.href)
  plain.hash = ''
  const parameters = plain.search.slice(1).split('&')
  const kept = parameters.filter((parameter) => {
    const [name = ''] = parameter.split('=', 1)
    return !trackingParameter.test(name) && !tokenParameter.test(name)
  })
  if (kept.length < parameters.length) plain.search = kept.join('&')
  return plain.href
}

function splitPath(path: string): { folder: string; stem: string; extension: string } {
  const slash = path.lastIndexOf('/') + 1
  const dot = path.lastIndexOf('.')
  if (dot <= slash) return { folder: path.slice(0, slash), stem: path.slice(slash), extension: '' }
  return { folder: path.slice(0, slash), stem: path.slice(slash, dot), extension: path.slice(dot + 1) }
}

/** The stem of a file name without hashes, and without the separator that stood before one. */
function withoutHash(folder: string, stem: string, extension: string): string {
  const named = bundlerFolder.test(folder)
    ? `${stem}.${extension}`.replace(appendedHash, '').slice(0, -extension.length - 1)
    : stem
  const plain = named.replace(hexRun, (run) => (writtenDate.test(run) ? run : ''))
  let end = plain.length
  while (end > 0 && '._-'.includes(plain[end - 1] ?? '')) end -= 1
  return plain.slice(0, end)
}
