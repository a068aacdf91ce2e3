import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { teams } from './teams.format.ts'

type Cards = {
  AdaptiveCard: new () => {
    parse(card: object, context: object): void
    toJSON(): { body: { type: string; inlines: { text: string }[] }[]; actions: { url: string }[] }
    validateProperties(): { validationEvents: unknown[] }
  }
  SerializationContext: new () => { eventCount: number }
}

// Microsoft's library is made for browsers: it looks for a window when it is loaded.
let cards: Cards
beforeAll(() => {
  Object.assign(globalThis, { window: globalThis })
  cards = createRequire(import.meta.url)('adaptivecards/dist/adaptivecards.js') as Cards
})
afterAll(() => void Reflect.deleteProperty(globalThis, 'window'))

it.each(['good', 'neutral', 'bad'] as const)(
  'a card of an event that is %s is one to the library of Adaptive Cards',
  (severity) => {
    const link = { url: 'https://pagebell.example/r/1', label: 'Open the report' }
    const text = { title: 'A <b>title</b> **', lines: [{ text: '[x](https://e.example)' }], link, severity }
    const { attachments } = JSON.parse(teams.write(text, 'https://x.logic.azure.com/x').body)
    const context = new cards.SerializationContext()
    const card = new cards.AdaptiveCard()
    card.parse(attachments[0].content, context)
    // What it does not know, or finds in the wrong place, is an event.
    expect([context.eventCount, card.validateProperties().validationEvents]).toEqual([0, []])
    const { body, actions } = card.toJSON()
    expect(body.map(({ type, inlines }) => [type, inlines[0]?.text])).toEqual([
      ['RichTextBlock', text.title],
      ['RichTextBlock', '[x](https://e.example)'],
    ])
    expect(actions).toMatchObject([{ url: link.url }])
  },
)
