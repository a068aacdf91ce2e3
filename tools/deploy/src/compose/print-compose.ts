import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'yaml'

type Mapping = Readonly<Record<string, unknown>>
/** What several containers have in common, once, under an anchor. A fragment may begin with one that stands before it. */
export type Fragment = { anchor: string; why?: string; value: Mapping }
export type ComposeModel = { services: Mapping; networks: Mapping; volumes: Mapping }

const width = 120

/**
 * The text of a compose file for a person to read: what repeats stands once as an `x-` field with an anchor, lists and small
 * mappings take a line, and `why` says above a container what it is and why it is so.
 */
export function printCompose(
  { services, networks, volumes }: ComposeModel,
  fragments: readonly Fragment[],
  why: Readonly<Record<string, string>>,
): string {
  const shared = fragments.flatMap(({ anchor, why, value }, index) => {
    const earlier = fragments.slice(0, index)
    const key = `x-${anchor}: &${anchor}`
    const line = `${key} { ${pairs(merged(value, earlier), earlier).join(', ')} }`
    const text = line.length > width || Object.keys(value).length > 2 ? [key, ...entries(value, earlier, 2)] : [line]
    return [...comment(why, 0), ...text]
  })
  const containers = Object.entries(services).flatMap(([name, container]) => [
    ...comment(why[name], 2),
    `  ${name}:`,
    ...entries(container as Mapping, fragments, 4),
    '',
  ])
  return [
    ...shared,
    '',
    'services:',
    ...containers,
    ...comment(why['networks'], 0),
    'networks:',
    ...Object.entries(networks).map(([name, network]) => `  ${name}: ${flow(network, fragments)}`),
    '',
    ...comment(why['volumes'], 0),
    ...entry('volumes', volumes, fragments, 0),
    '',
  ].join('\n')
}

/** The entries of a mapping, those of the largest fragment that it contains by reference to it. */
function entries(mapping: Mapping, fragments: readonly Fragment[], indent: number): string[] {
  return Object.entries(merged(mapping, fragments)).flatMap(([key, value]) => entry(key, value, fragments, indent))
}

function entry(key: string, value: unknown, fragments: readonly Fragment[], indent: number): string[] {
  const margin = ' '.repeat(indent)
  const line = `${margin}${key}: ${flow(value, fragments)}`
  if (line.length <= width || typeof value !== 'object' || value === null) return [line]
  const items = Array.isArray(value)
    ? value.map((item) => flow(item, fragments))
    : pairs(merged(value as Mapping, fragments), fragments)
  // As many on a line as fit: one a line would be three times as long, and hide what differs.
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const lines: string[] = []
  let current = `${margin}  ${open} `
  for (const [index, item] of items.entries()) {
    const text = index === items.length - 1 ? `${item} ${close}` : `${item},`
    if (current.length + text.length > width && current.trim() !== open) {
      lines.push(current.trimEnd())
      current = `${margin}    `
    }
    current += `${text} `
  }
  return [`${margin}${key}:`, ...lines, current.trimEnd()]
}

/** A value on one line. */
function flow(value: unknown, fragments: readonly Fragment[]): string {
  if (value instanceof Alias) return `*${value.anchor}`
  if (Array.isArray(value)) return `[${value.map((item) => flow(item, fragments)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return scalar(value)
  const same = fragments.find((fragment) => isDeepStrictEqual(fragment.value, value))
  if (same !== undefined) return `*${same.anchor}`
  const inside = pairs(merged(value as Mapping, fragments), fragments)
  return inside.length === 0 ? '{}' : `{ ${inside.join(', ')} }`
}

const pairs = (mapping: Mapping, fragments: readonly Fragment[]): string[] =>
  Object.entries(mapping).map(([key, value]) => `${key}: ${flow(value, fragments)}`)

class Alias {
  readonly anchor: string
  constructor(anchor: string) {
    this.anchor = anchor
  }
}

function merged(mapping: Mapping, fragments: readonly Fragment[]): Mapping {
  const contained = fragments.filter(({ value }) =>
    Object.entries(value).every(([key, part]) => isDeepStrictEqual(mapping[key], part)),
  )
  const [largest] = contained.toSorted((one, other) => Object.keys(other.value).length - Object.keys(one.value).length)
  if (largest === undefined) return mapping
  const rest = Object.entries(mapping).filter(([key]) => !(key in largest.value))
  return { '<<': new Alias(largest.anchor), ...Object.fromEntries(rest) }
}

/** Quoted where a bare word would mean something else; docker-compose 1.29 reads YAML 1.1, where ? is such a character. */
function scalar(value: unknown): string {
  if (typeof value === 'string' && value.includes('?')) return JSON.stringify(value)
  return stringify([value], { collectionStyle: 'flow', lineWidth: 0 }).trim().slice(1, -1).trim()
}

function comment(text: string | undefined, indent: number): string[] {
  if (text === undefined) return []
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.length - 1
    if (`${lines[last]} ${word}`.length + indent + 2 > width) lines.push(word)
    else lines[last] = `${lines[last]} ${word}`.trim()
  }
  return lines.map((line) => `${' '.repeat(indent)}# ${line}`)
}
