import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { channelIds } from '@pagebell/channel-settings/all-channels'
import { loadEngines } from '@pagebell/sandbox/load-engines'
import { loadChannels } from './load-channels.ts'

describe('loading the channels', () => {
  it('finds every channel, and each has its test beside it', async () => {
    const files = await readdir(new URL('./', import.meta.url), { recursive: true })
    const channels = await loadChannels()
    expect(new Set(channels.keys())).toEqual(new Set(channelIds))
    const names = files.map((file) => basename(file))
    for (const id of channels.keys()) expect(names).toContain(`${id}.channel.test.ts`)
  })

  it('has an engine of the sandbox for each', async () => {
    expect(new Set((await loadEngines()).keys())).toEqual(new Set(channelIds))
  })

  it.each([
    ['a file whose name is not its id', `export default { id: 'other' }`, /its id is other/],
    [
      'a channel that cannot send',
      `export default { id: 'bad', maxUrls: 1, settings: { type: 'object' } }`,
      /send is no function/,
    ],
    ['a file without a channel', 'export const nothing = 0', /no default export/],
  ])('refuses %s', async (_what, text, message) => {
    const folder = await mkdtemp(join(tmpdir(), 'channels-'))
    try {
      await writeFile(join(folder, 'package.json'), '{"type":"module"}')
      await writeFile(join(folder, 'bad.channel.ts'), text)
      await expect(loadChannels(pathToFileURL(`${folder}/`))).rejects.toThrow(message)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
