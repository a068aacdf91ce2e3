import { type ParseArgsConfig, parseArgs } from 'node:util'

type Parsed<T extends ParseArgsConfig> = ReturnType<typeof parseArgs<T>>

/**
 * What a command of this workspace was asked for. `--help` prints how it is used and ends the process with 0; an option that
 * it does not know prints that, and how it is used, and ends it with 2.
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
    // Node's texts go on with advice on several lines.
    if (!(error instanceof TypeError)) throw error
    process.stderr.write(`${error.message.split('\n', 1)[0]}\n\n${usage}\n`)
    process.exit(2)
  }
}
