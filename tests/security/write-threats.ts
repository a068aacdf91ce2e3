import type { Threat } from './threat.ts'
import { threats } from './threats.ts'

const head = `# Threats, guards and tests

Written by \`npm run test:security\` from \`tests/security/threats.ts\`. Each test is red when its guard is taken away:
\`npm run test:security -- --removals\` does that in a copy of the project. Ids are those of the OWASP API Security Top 10 2023
and of OWASP ASVS 5.0.

`

/** docs/threats.md; with a column of verdicts if there are some. */
export function writeThreats(verdictOf?: (threat: Threat) => string): string {
  const last = verdictOf === undefined ? [] : ['verdict']
  const rows = threats.map((threat) => {
    const { ids, in: folder, test } = threat
    const cells = [
      threat.threat,
      ids.join(', '),
      `\`${folder}\``,
      `\`${test.in}\`: ${test.title.replaceAll('|', '\\|')}`,
    ]
    return row([...cells, ...(verdictOf === undefined ? [] : [verdictOf(threat)])])
  })
  const columns = ['threat', 'ids', 'guard in', 'test', ...last]
  return `${head}${[row(columns), row(columns.map(() => '---')), ...rows].join('\n')}\n`
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
