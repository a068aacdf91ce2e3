/** What a wall in front of a site says in place of the file that was asked for. */
const wallWords =
  /cf-chl|cloudflare|captcha|attention required|access denied|incapsula|akamai|ddos|are you (a )?(human|robot)|just a moment/i

type File = { status: number; contentType: string; body: string }

/**
 * Whether an engine that fetches this key file would believe the key; a text says why not. The specification wants status
 * 200, text/plain, UTF-8 and nothing but the key (https://www.indexnow.org/documentation).
 */
export function judgeKeyFile(location: string, key: string, file: File): string | undefined {
  const isPage = /^text\/html\b|^application\/xhtml/i.test(file.contentType) || /^\s*<(!doctype|html)/i.test(file.body)
  if (isPage && (file.status !== 200 || !file.body.includes(key)) && wallWords.test(file.body))
    return `${location} is answered by a firewall or bot check (status ${file.status}) in place of the key file. Let engines through to it.`
  if (file.status >= 300 && file.status < 400)
    return `${location} redirects (${file.status}); the file has to stand there.`
  if (file.status !== 200) return `${location} answers ${file.status}, not 200.`
  if (isPage) return `${location} is an HTML page, not the key file.`
  if (!/^text\/plain\b/i.test(file.contentType))
    return `${location} is ${file.contentType === '' ? 'of no type' : file.contentType.slice(0, 100)}, not text/plain.`
  if (file.body.startsWith('\ufeff'))
    return `${location} begins with a byte order mark; it has to hold exactly the key.`
  if (file.body !== key) {
    const padded = file.body.trim() === key ? ': there is white space around it' : ''
    return `${location} does not hold exactly the key${padded}.`
  }
  return undefined
}
