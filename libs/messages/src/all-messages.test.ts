import { readdirSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { allMessages } from './all-messages.ts'

const notMessages = ['all-messages', 'asyncapi', 'define-message']

describe('the messages', () => {
  it('are all listed, and each file is named for its message', () => {
    const files = readdirSync(import.meta.dirname)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => file.replace(/\.ts$/, ''))
      .filter((file) => !notMessages.includes(file))
    const named = allMessages.map(
      ({ name, version }) => `${name.replace('.', '-')}${version === 1 ? '' : `-v${version}`}`,
    )
    expect(files.toSorted()).toEqual(named.toSorted())
  })

  it.each(allMessages.map((message) => [`${message.name}.v${message.version}`, message] as const))(
    '%s has a consumer and rejects unknown properties',
    (_name, message) => {
      expect(message.consumers.length + message.broadcastTo.length).toBeGreaterThan(0)
      expect(message.consumers).not.toContain(message.producer)
      expect(message.schema).toHaveProperty('additionalProperties', false)
      expect(message.description).toMatch(/\.$/)
    },
  )
})
