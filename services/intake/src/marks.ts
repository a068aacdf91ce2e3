/** What a script is run by, as ioredis does it. */
export type ScriptRunner = {
  eval(script: string, numberOfKeys: number, ...given: (string | number | Buffer)[]): Promise<unknown>
}

// Marks are fields of a hash for each account and window of the clock, with the URL's hash of 16 bytes as name and the
// moments of the charge and of its end as value. A key of its own for each URL took Redis twice as long, and a command for
// each took this process a third of a request with a hundred URLs.
//
// One script for all that is asked at once: a write to a socket costs this process more than what is in it. And no pipeline:
// ioredis gives each a property of its own, by which V8 keeps it and all that it led to until the next full collection.
const hashBytes = 16
const cut = `
  local function cut(joined)
    local hashes = {}
    for at = 1, #joined, ${hashBytes} do hashes[#hashes + 1] = string.sub(joined, at, at + ${hashBytes - 1}) end
    return hashes
  end`

/** Redis does nothing else while a script runs: so many hashes are given to one at most. */
export const hashesAtOnce = 1_000

const setScript = `${cut}
  for number, key in ipairs(KEYS) do
    local pairs = {}
    for _, hash in ipairs(cut(ARGV[number + 2])) do
      pairs[#pairs + 1] = hash
      pairs[#pairs + 1] = ARGV[1]
    end
    redis.call('hset', key, unpack(pairs))
    redis.call('pexpireat', key, ARGV[2])
  end`

/** Marks URLs as charged at `chargedAt` and known until `until`, under keys that end at `end`; all in ms since 1970. */
export async function setMarks(
  runner: ScriptRunner,
  times: { chargedAt: number; until: number; end: number },
  marked: { key: string; hashes: Buffer[] }[],
): Promise<void> {
  const keys = marked.map(({ key }) => key)
  const hashes = marked.map((one) => Buffer.concat(one.hashes))
  await runner.eval(setScript, keys.length, ...keys, `${times.chargedAt} ${times.until}`, times.end, ...hashes)
}

const findScript = `${cut}
  local time = redis.call('time')
  local now = time[1] * 1000 + time[2] / 1000
  local counters = tonumber(ARGV[1])
  local answers = { {} }
  for number = 1, counters do
    answers[1][number] = redis.call('incrby', KEYS[number], ARGV[number + 2])
    redis.call('pexpire', KEYS[number], ARGV[2], 'NX')
  end
  for number = 1, #ARGV - counters - 2 do
    local hashes = cut(ARGV[counters + 2 + number])
    local found = {}
    for which = counters + 2 * number - 1, counters + 2 * number do
      for place, mark in ipairs(redis.call('hmget', KEYS[which], unpack(hashes))) do
        local charged, till = string.match(mark or '', '^(%d+) (%d+)$')
        if till and tonumber(till) > now then
          found[#found + 1] = place - 1
          found[#found + 1] = charged
        end
      end
    end
    answers[number + 1] = found
  end
  return answers`

/**
 * Adds to each counter, which is kept for `keptMs` from its first use, and finds out which hashes are marked under one of
 * their two keys. Resolves with the counters, and for those asked for with place and moment of charge of each mark; of two
 * marks the one under the second key comes last.
 */
export async function findMarks(
  runner: ScriptRunner,
  {
    counters,
    keptMs,
    asked,
  }: {
    counters: { key: string; add: number }[]
    keptMs: number
    asked: { keys: [string, string]; hashes: Buffer[] }[]
  },
): Promise<{ counts: number[]; found: [place: number, chargedAt: number][][] }> {
  const keys = [...counters.map(({ key }) => key), ...asked.flatMap((one) => one.keys)]
  const given = [...counters.map(({ add }) => add), ...asked.map(({ hashes }) => Buffer.concat(hashes))]
  const answer = await runner.eval(findScript, keys.length, ...keys, counters.length, keptMs, ...given)
  const [counts, ...found] = answer as [number[], ...(number | string)[][]]
  return { counts, found: found.map(inPairs) }
}

function inPairs(flat: (number | string)[]): [number, number][] {
  const pairs: [number, number][] = []
  for (let at = 0; at < flat.length; at += 2) pairs.push([Number(flat[at]), Number(flat[at + 1])])
  return pairs
}
