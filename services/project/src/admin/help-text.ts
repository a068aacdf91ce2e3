import type { Command } from './command.ts'

/** How the commands are used, for people. */
export function helpText(commands: readonly Command[]): string {
  const uses = commands.map((command) => `${useOf(command)}\n  ${command.summary}\n${optionLines(command)}`)
  return `${['npm run --silent admin -- COMMAND [OPTIONS] [--json]', ...uses].join('\n\n')}\n`
}

function useOf({ name, options }: Command): string {
  const parts = Object.entries(options).map(([option, { placeholder, required }]) =>
    required ? `--${option} ${placeholder}` : `[--${option} ${placeholder}]`,
  )
  return [name, ...parts].join(' ')
}

function optionLines({ options }: Command): string {
  const lines = Object.entries(options).map(([option, { description }]) => `    --${option.padEnd(15)} ${description}`)
  return [...lines, `    --${'json'.padEnd(15)} answer for programs`].join('\n')
}
