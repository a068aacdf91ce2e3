import { type HostPace, slowDownAfter } from '@pagebell/crawl/host-pace'
import { readCharset } from '@pagebell/safe-fetch/charset'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { FetchSafely, SafeResponse } from '@pagebell/safe-fetch/safe-fetcher'
import { LRUCache } from 'lru-cache'
import type { PageReader } from './page-reader.ts'
import { noRules } from './read-page.ts'

/** What holds for all pages of an origin. `robots` is its robots.txt, empty if there is none. */
export type SiteFacts = { robots: string; isNoindex: boolean }

export type SiteReader = {
  /** The facts of an origin; `fresh`: not from before the last minute. */
  facts(origin: string, visit: { account: string; pace: HostPace; fresh: boolean }): Promise<SiteFacts>
}

const deadlineMs = 8_000
const maxPageBytes = 512_000
/** RFC 9309 section 2.5: crawlers must read at least 500 KiB; a copy remembers less of each site. */
const maxRobotsBytes = 512_000
const rememberedMs = 3_600_000
/** What keeps a page from being sent is looked at again after so long: a deploy may just have ended it. */
const freshMs = 60_000
const maxRememberedBytes = 32_000_000

type Remembered = SiteFacts & { at: number }

/** Reads robots.txt and the first page of origins, and remembers them for an hour. */
export function createSiteReader(fetch: FetchSafely, reader: PageReader): SiteReader {
  const remembered = new LRUCache<string, Remembered>({
    maxSize: maxRememberedBytes,
    sizeCalculation: ({ robots }) => robots.length + 200,
    ttl: rememberedMs,
  })

  async function request(pace: HostPace, url: URL, options: Parameters<FetchSafely>[1]): Promise<SafeResponse> {
    const response = await pace.request(() => fetch(url.href, options))
    slowDownAfter(pace, response)
    return response
  }

  async function readRobots(origin: string, pace: HostPace): Promise<string> {
    const options = { deadlineMs, maxBytes: maxRobotsBytes, beyond: 'leave' } as const
    const answer = await orNone(() => request(pace, new URL('/robots.txt', origin), options))
    // A file that cannot be had forbids nothing here: the engines have their own copy of it.
    return answer?.status === 200 ? answer.body.toString('utf8') : ''
  }

  async function isNoindex(origin: string, account: string, pace: HostPace): Promise<boolean> {
    const options = { deadlineMs, maxBytes: maxPageBytes, beyond: 'leave', redirects: 0 } as const
    const answer = await orNone(() => request(pace, new URL('/', origin), options))
    if (answer?.status !== 200) return false
    const contentType = answer.headers.find(([name]) => name === 'content-type')?.[1] ?? null
    const charset = isHtml(contentType) ? readCharset(answer.body, contentType) : null
    const { url, headers, body } = answer
    const facts = await orNone(() => reader.read(account, { url, headers, body, charset }, noRules))
    return facts?.kept.includes(null) === true
  }

  return {
    async facts(origin, { account, pace, fresh }) {
      const known = remembered.get(origin)
      if (known !== undefined && (!fresh || known.at > Date.now() - freshMs)) return known
      const robots = await readRobots(origin, pace)
      const facts = { robots, isNoindex: await isNoindex(origin, account, pace), at: Date.now() }
      remembered.set(origin, facts)
      return facts
    },
  }
}

export function isHtml(contentType: string | null): boolean {
  return contentType === null || /^\s*(text\/html|application\/xhtml\+xml)/i.test(contentType)
}

/** Undefined where the site, or what it says, cannot be read. */
async function orNone<Read extends SafeResponse | { kept: unknown[] }>(
  read: () => Promise<Read>,
): Promise<Read | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof FetchFailure) return undefined
    throw error
  }
}

/** Hosts whose every name is a preview of a build, by the suffixes that their owners document. */
const previewHosts = /\.(vercel\.app|netlify\.app|pages\.dev|web\.app|onrender\.com|fly\.dev|ngrok(-free)?\.app)$/

export function isPreviewHost(hostname: string): boolean {
  return previewHosts.test(hostname)
}
