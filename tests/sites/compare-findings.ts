import type { PlantedFindings } from '@pagebell/sandbox/seeded-page'

type Group = { severity: 'warn' | 'fail'; pages: number; first_pages: string[] }
/** The parts of docs/site-report.schema.json that are compared. */
export type SiteReportJson = {
  status: string
  counts: { requested: number; rated: number }
  issues: { check: string; kind: 'site' | 'page'; groups: Group[]; groups_total: number }[]
}

/** How many pages were planted and found; `differences` is empty if they are the same. */
export type ComparedCheck = {
  check: string
  severity: 'warn' | 'fail'
  planted: number
  found: number
  differences: string[]
}

/** Compares what was found, check by check and severity by severity, with what was planted. */
export function compareFindings(report: SiteReportJson, planted: PlantedFindings, origin: string): ComparedCheck[] {
  const found = new Map<string, Group[]>()
  for (const { check, kind, groups, groups_total } of report.issues) {
    if (kind === 'page') continue
    if (groups.length < groups_total) throw new Error(`${check}: the report has not all of its groups.`)
    for (const group of groups) {
      const key = `${check} ${group.severity}`
      found.set(key, [...(found.get(key) ?? []), group])
    }
  }
  const plantedKeys = Object.entries(planted).flatMap(([check, findings]) =>
    Object.entries(findings).flatMap(([severity, paths]) => (paths.length > 0 ? [`${check} ${severity}`] : [])),
  )
  return [...new Set([...plantedKeys, ...found.keys()])].sort().map((key) => {
    const [check = '', severity = ''] = key.split(' ')
    const paths = planted[check]?.[severity as 'warn' | 'fail'] ?? []
    return compareCheck({ check, severity: severity as 'warn' | 'fail', paths, groups: found.get(key) ?? [], origin })
  })
}

type PlantedCheck = { check: string; severity: 'warn' | 'fail'; paths: string[]; groups: Group[]; origin: string }

/** Longer lists are cut in the report: of those, the number counts, and that each page shown was planted. */
function compareCheck({ check, severity, paths, groups, origin }: PlantedCheck): ComparedCheck {
  const shown = new Set(groups.flatMap(({ first_pages }) => first_pages.map((page) => page.replace(origin, ''))))
  const isWhole = groups.every(({ pages, first_pages }) => pages === first_pages.length)
  const found = isWhole ? shown.size : groups.reduce((sum, { pages }) => sum + pages, 0)
  const wrong = [...shown].filter((path) => !paths.includes(path)).map((path) => `${path} was not planted`)
  const missing = isWhole ? paths.filter((path) => !shown.has(path)).map((path) => `${path} was not found`) : []
  const number = found === paths.length ? [] : [`${found} found, ${paths.length} planted`]
  return { check, severity, planted: paths.length, found, differences: [...number, ...wrong, ...missing] }
}
