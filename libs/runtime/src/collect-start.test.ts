import { execFileSync } from 'node:child_process'
import { expect, it } from '@jest/globals'

it('frees unreferenced memory, and leaves the flags unchanged', () => {
  const program = `
    import { collectStart } from ${JSON.stringify(new URL('./collect-start.ts', import.meta.url).href)}
    import { cachedDataVersionTag } from 'node:v8'
    const tag = cachedDataVersionTag()
    let held = Array.from({ length: 400_000 }, (_, number) => ({ number }))
    const before = process.memoryUsage().heapUsed
    held = undefined
    collectStart()
    const freed = before - process.memoryUsage().heapUsed
    console.log(JSON.stringify({ freedMb: freed / 1e6, sameFlags: tag === cachedDataVersionTag(), gc: typeof gc }))
  `
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  const { freedMb, ...rest } = JSON.parse(output) as { freedMb: number; sameFlags: boolean; gc: string }
  expect(freedMb).toBeGreaterThan(8)
  expect(rest).toEqual({ sameFlags: true, gc: 'undefined' })
})
