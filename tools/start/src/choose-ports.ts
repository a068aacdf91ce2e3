import { freePort, isFree } from './free-port.ts'
import { portVariables } from './port-variables.ts'
import { StartProblem } from './start-problem.ts'

/** The port of every variable in portVariables. */
export type Ports = Readonly<Record<string, number>>

/**
 * The ports that the environment sets, or the defaults; 0 selects any free port. Throws a StartProblem that names every
 * port in use and the variable that changes it.
 */
export async function choosePorts(env: NodeJS.ProcessEnv, anyFree: boolean): Promise<Ports> {
  const host = env['HOST'] ?? '127.0.0.1'
  const ports: Record<string, number> = {}
  const problems: string[] = []
  const takenBy = new Map<number, string>()
  for (const { variable, port, listener } of portVariables) {
    const configured = Number(env[variable] ?? (anyFree ? 0 : port))
    if (!Number.isInteger(configured) || configured < 0 || configured > 65_535) {
      problems.push(`${variable} is ${env[variable]}: a port is a number from 0 to 65535.`)
      continue
    }
    const chosen = configured === 0 ? await freePort() : configured
    const other = takenBy.get(chosen)
    if (other !== undefined)
      problems.push(`${variable} and ${other} are both ${chosen}: set one of them to another port.`)
    else if (!(await isFree(chosen, host))) {
      problems.push(
        `Port ${chosen} is in use, and ${listener} needs it: end what uses it, or set ${variable} to another.`,
      )
    }
    takenBy.set(chosen, variable)
    ports[variable] = chosen
  }
  if (problems.length > 0) throw new StartProblem(problems.join('\n'))
  return ports
}
