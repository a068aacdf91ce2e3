import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { declaredMetrics } from './declared-metrics.ts'
import { seriesNames } from './prometheus-name.ts'
import { readQuery } from './read-query.ts'
import { root } from './run.ts'

type Rule = {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}

const folder = join(root, 'deploy/observability')
const dashboards = readdirSync(join(folder, 'grafana/dashboards'))
const alerts = parse(readFileSync(join(folder, 'alerts.yaml'), 'utf8')) as { groups: { rules: Rule[] }[] }
const rules = alerts.groups.flatMap((group) => group.rules)

const labelsOf = new Map<string, Set<string>>([['up', new Set()]])
const metrics = await declaredMetrics()
for (const metric of metrics) {
  const labels = new Set(metric.labels.map((label) => label.replaceAll('.', '_')))
  for (const series of seriesNames(metric))
    labelsOf.set(series, series.endsWith('_bucket') ? labels.union(new Set(['le'])) : labels)
}
const ofEveryTarget = ['job', 'instance']

function unknownTo(expr: string): string[] {
  const { metrics, labels } = readQuery(expr)
  const known = new Set([...ofEveryTarget, ...metrics.flatMap((name) => [...(labelsOf.get(name) ?? [])])])
  return [...metrics.filter((name) => !labelsOf.has(name)), ...labels.filter((label) => !known.has(label))]
}

describe('the declared metrics', () => {
  it('have unique names, units and descriptions', () => {
    expect(metrics.length).toBeGreaterThan(25)
    expect(new Set(metrics.map(({ name }) => name)).size).toBe(metrics.length)
    for (const { name, unit, description, labels } of metrics) {
      expect(name).toMatch(/^[a-z0-9]+(\.[a-z0-9_]+)+$/)
      expect(unit).toMatch(/^(s|1|By|\{[a-z]+\})$/)
      expect(description).toMatch(/\.$/)
      expect(labels.length).toBeLessThanOrEqual(3)
    }
  })
})

describe('a query', () => {
  it('with an undeclared metric or label is found', () => {
    expect(unknownTo('sum by (le) (rate(pagebell_outbox_agee{job="x"}[5m])) > 1')).toEqual([
      'pagebell_outbox_agee',
      'le',
    ])
    expect(unknownTo('max(pagebell_outbox_age{engine="x"})')).toEqual(['engine'])
    expect(
      unknownTo('histogram_quantile(0.9, sum by (le, http_route) (rate(http_server_request_duration_bucket[5m])))'),
    ).toEqual([])
  })
})

describe('an alert', () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s asks for what is declared, and has its entry in the runbook',
    (name, rule) => {
      expect(unknownTo(rule.expr)).toEqual([])
      expect(readQuery(rule.expr).metrics).not.toEqual([])
      expect(['page', 'ticket']).toContain(rule.labels.severity)
      expect(rule.annotations.runbook).toBe(`docs/runbook.md#${name.toLowerCase()}`)
    },
  )

  it('on an increase has not to last as long as the increase is seen, so that it fires for a single one', () => {
    const minutes = (time = '0m'): number => Number(/^(\d+)m$/.exec(time)?.[1])
    const increases = rules.filter(({ expr }) => expr.includes('increase('))
    expect(increases.map(({ alert }) => alert)).toContain('SentUnchecked')
    for (const { alert, expr, for: lasting } of increases) {
      const windows = [...expr.matchAll(/\[(\w+)\]/g)].map(([, window]) => minutes(window))
      expect([alert, windows.every((window) => window > minutes(lasting))]).toEqual([alert, true])
    }
  })

  it('on analyses that wait reads the backlog in the database, as full if most of RUNS_AHEAD are released', async () => {
    const { config } = (await import(join(root, 'services/report/src/config.ts'))) as {
      config: { properties: { RUNS_AHEAD: { default: number } } }
    }
    const { expr = '' } = rules.find(({ alert }) => alert === 'AnalysesWait') ?? {}
    expect(readQuery(expr).metrics).toEqual(['pagebell_runs_age', 'pagebell_runs'])
    const [, released] = /pagebell_runs\{pagebell_run_state="released"\}\[5m\]\)\) > (\d+)/.exec(expr) ?? []
    expect(Number(released)).toBe(0.75 * config.properties.RUNS_AHEAD.default)
  })

  it('and only an alert has an entry in the runbook', () => {
    const entries = readFileSync(join(root, 'docs/runbook.md'), 'utf8').matchAll(/^## (.+)$/gm)
    expect(new Set([...entries].map(([, name]) => name))).toEqual(new Set(rules.map(({ alert }) => alert)))
  })
})

describe('a dashboard', () => {
  type Dashboard = { uid: string; panels: { title: string; targets: { expr: string }[] }[] }

  it.each(dashboards)('%s uses only declared metrics and labels', (file) => {
    const { uid, panels } = JSON.parse(readFileSync(join(folder, 'grafana/dashboards', file), 'utf8')) as Dashboard
    expect(`${uid}.json`).toBe(file)
    for (const { title, targets } of panels) {
      expect(targets.map(({ expr }) => [title, unknownTo(expr)])).toEqual(targets.map(() => [title, []]))
    }
  })
})
