import { judgeSite } from '../src/judge-site.ts'
import { loadSiteChecks } from '../src/load-site-checks.ts'
import { origin, type SiteFixture, siteOf } from './site-fixture.ts'

export const checks = await loadSiteChecks()

/** What a check finds in a site: the status, and paths by severity. */
export function judge(id: string, fixture: SiteFixture) {
  const result = judgeSite(checks, siteOf(fixture)).find((one) => one.id === id)
  const paths = (severity: string) =>
    result?.groups.flatMap((group) =>
      group.severity === severity ? group.pages.map((url) => url.replace(origin, '')) : [],
    )
  return { status: result?.status, fail: paths('fail'), warn: paths('warn') }
}
