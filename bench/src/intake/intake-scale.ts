import { rounded } from '../rounded.ts'
import type { IntakeLoad } from './measure-intake.ts'

/** URLs a second in the busiest minute of a billion a day: see docs/scale.md. */
const peak = 46_300

/** What docs/scale.md says of intake: URLs a second of the whole path on this machine, and machines for the peak. */
export function intakeScale(measured: readonly IntakeLoad[]): string[] {
  const loads = measured.filter(({ load }) => load.includes('a request')).map(oursOf)
  return [
    '| | figure | how |',
    '|---|---|---|',
    ...loads.flatMap(({ load, perSecond, cpu, of }) => [
      `| ${load}: the whole path, with driver, PostgreSQL, Redis and RabbitMQ on one machine | ${rounded(perSecond)} URLs a second, ${of.toFixed(2)} of a route that only validates | measured, \`npm run bench -- intake\` |`,
      `| the same, by CPU | ${rounded(1e6 / cpu)} URLs a second and core | computed: 1 s ÷ ${rounded(cpu)} µs of all processes a URL |`,
      `| machines for the peak | ${Math.ceil(peak / perSecond)} | computed: ${peak.toLocaleString('en')} ÷ ${rounded(perSecond)} |`,
    ]),
  ]
}

function oursOf({ load, urls, figures }: IntakeLoad) {
  const ours = figures.find(({ name }) => name.startsWith('Pagebell'))
  if (ours === undefined) throw new Error(`Intake itself is not in the figures of ${load}.`)
  const micros = Object.values(ours.cpuMicros).reduce((sum, one) => sum + one, 0)
  return { load, perSecond: ours.perSecond * urls, cpu: micros / urls, of: ours.ratio }
}
