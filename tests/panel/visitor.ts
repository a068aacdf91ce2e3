export type Page = { status: number; location: string | undefined; text: string; headers: Headers }

/** A panel client without a browser: stores cookies, and sends forms. */
export function visitor(origin: string) {
  const cookies = new Map<string, string>()

  async function ask(path: string, init: RequestInit = {}): Promise<Page> {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(`${origin}${path}`, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = response.headers.get('location') ?? undefined
    return { status: response.status, location, text: await response.text(), headers: response.headers }
  }

  const get = (path: string): Promise<Page> => ask(path)

  /** The form token of a page. */
  const tokenOf = async (path: string): Promise<string> =>
    /name="form_token" value="([^"]+)"/.exec((await get(path)).text)?.[1] ?? ''

  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Page> =>
    ask(path, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin,
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
    })

  /** Sends a form of `page`. */
  const send = async (page: string, action: string, fields: Record<string, string> = {}): Promise<Page> =>
    post(action, { ...fields, form_token: await tokenOf(page) })

  const signIn = async (email: string, password: string): Promise<Page> =>
    send('/sign-in', '/sign-in', { email, password })

  return { cookies, ask, get, post, send, tokenOf, signIn }
}

export type Visitor = ReturnType<typeof visitor>

/** The text of a page without its id and what differs each time. */
export const blank = ({ text }: { text: string }, id: string): string =>
  text
    .replaceAll(id, 'ID')
    .replace(/name="form_token" value="[^"]+"/g, '')
    .replace(/request <code>[^<]+</g, '')
