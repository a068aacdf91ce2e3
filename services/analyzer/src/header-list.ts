/** Headers in the order they came; names compare without case, as HTTP says. */
export type HeaderList = {
  get(name: string): string | null
  all(name: string): string[]
}

export function headerList(pairs: readonly (readonly [string, string])[]): HeaderList {
  const byName = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const key = name.toLowerCase()
    byName.set(key, [...(byName.get(key) ?? []), value.trim()])
  }
  return {
    get: (name) => byName.get(name)?.join(', ') ?? null,
    all: (name) => byName.get(name) ?? [],
  }
}
