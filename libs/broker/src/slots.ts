/** At most `count` holders at once; who comes later waits in line. */
export function createSlots(count: number) {
  let free = count
  const line: (() => void)[] = []
  return {
    async take(): Promise<void> {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => line.push(resolve))
    },
    give(): void {
      const next = line.shift()
      if (next) next()
      else free += 1
    },
  }
}
