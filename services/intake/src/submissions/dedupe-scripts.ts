/** Runs a Lua script, as ioredis does. */
export type ScriptRunner = {
  eval(script: string, numberOfKeys: number, ...args: (string | number | Buffer)[]): Promise<unknown>
}

// Entries are fields of a hash for each account and window of the clock, named by the 16 bytes of the URL's hash, with
// the moments of the charge and of its expiry as value. One key per URL took Redis twice as long, and a
// command for each took this process a third of a request with a hundred URLs.
//
// One script for a whole batch of requests: a write to a socket costs this process more than its content.
const hashBytes = 16
const cut = `
  local function cut(joined)
    local hashes = {}
    for at = 1, #joined, ${hashBytes} do hashes[#hashes + 1] = string.sub(joined, at, at + ${hashBytes - 1}) end
    return hashes
  end`

/** Redis does nothing else while a script runs, so the hashes of one are limited. */
export const maxHashesPerScript = 1_000

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

/**
 * Adds entries that were charged at `chargedAt` and expire at `until`, under keys that expire at `end`; ms since 1970.
 */
export async function setEntries(
  runner: ScriptRunner,
  times: { chargedAt: number; until: number; end: number },
  entries: { key: string; hashes: Buffer[] }[],
): Promise<void> {
  const keys = entries.map(({ key }) => key)
  const hashes = entries.map((one) => Buffer.concat(one.hashes))
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
      for place, entry in ipairs(redis.call('hmget', KEYS[which], unpack(hashes))) do
        local charged, till = string.match(entry or '', '^(%d+) (%d+)$')
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
 * Adds to each counter, which expires `ttlMs` after its first use, and looks hashes up under their two keys. Resolves
 * with the counters and, for each look-up, the position and moment of charge of each entry found; of two entries for
 * one hash the one under the second key comes last.
 */
export async function findEntries(
  runner: ScriptRunner,
  {
    counters,
    ttlMs,
    lookups,
  }: {
    counters: { key: string; add: number }[]
    ttlMs: number
    lookups: { keys: [string, string]; hashes: Buffer[] }[]
  },
): Promise<{ counts: number[]; found: [place: number, chargedAt: number][][] }> {
  const keys = [...counters.map(({ key }) => key), ...lookups.flatMap((one) => one.keys)]
  const args = [...counters.map(({ add }) => add), ...lookups.map(({ hashes }) => Buffer.concat(hashes))]
  const answer = await runner.eval(findScript, keys.length, ...keys, counters.length, ttlMs, ...args)
  const [counts, ...found] = answer as [number[], ...(number | string)[][]]
  return { counts, found: found.map(toPairs) }
}

function toPairs(flat: (number | string)[]): [number, number][] {
  const pairs: [number, number][] = []
  for (let at = 0; at < flat.length; at += 2) pairs.push([Number(flat[at]), Number(flat[at + 1])])
  return pairs
}
