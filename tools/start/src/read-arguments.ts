import { type ParseArgsConfig, parseArgs } from 'node:util'

type Parsed<T extends ParseArgsConfig> = ReturnType<typeof parseArgs<T>>

/**
 * Parses the command line. `--help` prints the usage and exits with 0; an unknown option prints an error and the usage,
 * and exits with 2.
 */
export function readArguments<const T extends ParseArgsConfig>(usage: string, config: T): Parsed<T> {
  const args = process.argv.slice(2)
  if (args.includes('--help')) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  try {
    return parseArgs({ ...config, args }) as Parsed<T>
  } catch (error) {
    // Node's messages append advice on further lines.
    if (!(error instanceof TypeError)) throw error
    process.stderr.write(`${error.message.split('\n', 1)[0]}\n\n${usage}\n`)
    process.exit(2)
  }
}
