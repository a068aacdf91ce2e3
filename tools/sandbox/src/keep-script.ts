/** One scripted response. It replaces the engine's verdict. */
export type ScriptedAnswer = {
  status?: number
  /** Seconds, or an HTTP date. */
  retry_after?: number | string
  errorCode?: string
  message?: string
  /** Sent unchanged in place of the error body. */
  body?: string
  /** Never responds. */
  hang?: boolean
  /** Takes the request and closes the connection without a response. */
  drop?: boolean
}

/** Units an engine still takes; null restores the default. */
export type ScriptedQuota = { day?: number | null; month?: number | null; minute?: number | null }

export type Script = ReturnType<typeof keepScript>

/** The script of one engine. Responses for one host come first, then those for any host. */
export function keepScript() {
  const anyHost: ScriptedAnswer[] = []
  const byHost = new Map<string, ScriptedAnswer[]>()
  const pending = new Set<string>()
  const refusedUrls = new Set<string>()
  const forbiddenHosts = new Set<string>()
  let quota: ScriptedQuota = {}

  return {
    add(answers: ScriptedAnswer[], host?: string) {
      if (host === undefined) anyHost.push(...answers)
      else byHost.set(host, [...(byHost.get(host) ?? []), ...answers])
    },
    next: (host: string): ScriptedAnswer | undefined => byHost.get(host)?.shift() ?? anyHost.shift(),
    /** Hosts whose key file the engine "has not fetched yet". */
    setPending: (hosts: string[]) => replace(pending, hosts),
    isPending: (host: string) => pending.has(host),
    /** URLs that cause the refusal of their whole batch, like a malformed URL at the real engines. */
    setRefused: (urls: string[]) => replace(refusedUrls, urls),
    isRefused: (url: string) => refusedUrls.has(url),
    /** Hosts that the submitter does not own. */
    setForbidden: (hosts: string[]) => replace(forbiddenHosts, hosts),
    isForbidden: (host: string) => forbiddenHosts.has(host),
    setQuota: (limits: ScriptedQuota) => {
      quota = { ...quota, ...limits }
    },
    quota: () => quota,
    clear() {
      anyHost.length = 0
      byHost.clear()
      pending.clear()
      refusedUrls.clear()
      forbiddenHosts.clear()
      quota = {}
    },
  }
}

function replace(set: Set<string>, values: string[]): void {
  set.clear()
  for (const value of values) set.add(value)
}
