/** One answer told beforehand. It stands in for the engine's own judgement. */
export type ScriptedAnswer = {
  status?: number
  /** Seconds, or an HTTP date. */
  retry_after?: number | string
  errorCode?: string
  message?: string
  /** Sent as it is in place of the error body. */
  body?: string
  /** Never answers. */
  hang?: boolean
  /** Takes the request and closes the connection without a word: a lost answer. */
  drop?: boolean
}

export type Script = ReturnType<typeof keepScript>

/** The queue of answers told beforehand: those for one host go first, then those for any. */
export function keepScript() {
  const anyHost: ScriptedAnswer[] = []
  const byHost = new Map<string, ScriptedAnswer[]>()
  const pending = new Set<string>()
  const refusedUrls = new Set<string>()

  return {
    add(answers: ScriptedAnswer[], host?: string) {
      if (host === undefined) anyHost.push(...answers)
      else byHost.set(host, [...(byHost.get(host) ?? []), ...answers])
    },
    next: (host: string): ScriptedAnswer | undefined => byHost.get(host)?.shift() ?? anyHost.shift(),
    /** Hosts whose key file the engine "has not fetched yet". */
    setPending(hosts: string[]) {
      pending.clear()
      for (const host of hosts) pending.add(host)
    },
    isPending: (host: string) => pending.has(host),
    /** URLs that make their whole batch a 422, as one malformed URL does at the real engines. */
    setRefused(urls: string[]) {
      refusedUrls.clear()
      for (const url of urls) refusedUrls.add(url)
    },
    isRefused: (url: string) => refusedUrls.has(url),
    clear() {
      anyHost.length = 0
      byHost.clear()
      pending.clear()
      refusedUrls.clear()
    },
  }
}
