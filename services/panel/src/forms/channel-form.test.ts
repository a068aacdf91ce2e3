import { describe, expect, it } from '@jest/globals'
import { allChannels, channelIds } from '@pagebell/channel-settings/all-channels'
import { channelOf, sentSettings, settingsOf } from './channel-form.ts'

describe("a channel's form", () => {
  it.each(channelIds)('has texts for every setting of %s', (id) => {
    for (const { name, title, hint } of settingsOf(allChannels[id])) {
      expect(title).not.toBe(name)
      expect(hint).not.toBe('')
    }
  })

  it('knows the secret settings, also those that are secret in part', () => {
    const secret = (['google', 'bing'] as const).flatMap((id) =>
      settingsOf(allChannels[id]).filter(({ isSecret }) => isSecret),
    )
    expect(secret.map(({ name, kind }) => [name, kind])).toEqual([
      ['service_account', 'text'],
      ['api_key', 'line'],
    ])
  })

  it('omits empty fields, reads an unchecked box as false, and ignores unknown fields', () => {
    const google = channelOf('google')
    expect(sentSettings(google, { service_account: '  ', gate: '1' })).toEqual({ gate: true })
    expect(sentSettings(google, { service_account: ' {} ', other: 'x' })).toEqual({
      service_account: '{}',
      gate: false,
    })
  })

  it.each(['', 'nothing', '__proto__', 'constructor'])('is not found for a channel %j', (name) => {
    expect(() => channelOf(name)).toThrow(expect.objectContaining({ kind: 'not_found' }))
  })
})
