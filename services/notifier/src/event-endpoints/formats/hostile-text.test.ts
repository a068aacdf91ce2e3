import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { messageFormats } from './all-formats.ts'
import { cutBytes, cutText, fitting, oneLine } from './clean-text.ts'
import { describeEvent } from './event-text.ts'

/** What a page or a sender may have written to be more than text where it is shown. */
const tricks = [
  '@everyone',
  '<!channel>',
  '<@U123>',
  '<https://evil.example|your bank>',
  '[your bank](https://evil.example)',
  '**bold** _it_ ~~no~~ `code` ||spoiler||',
  '# Head\n> quote\n- list',
  '\r\nBcc: all@example.com\r\n\r\nbody',
  '\u202egnp.exe',
  '\u0000\u0007',
  '\ud800',
  '😀'.repeat(50),
  '\\',
  '&amp;<script>alert(1)</script>',
  '</at><at>Everyone</at>',
]
const word = fc.oneof(fc.constantFrom(...tricks), fc.string({ unit: 'binary', maxLength: 60 }))
const hostile = fc.oneof(
  fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
  word.map((one) => one.repeat(400)),
)
const alert = fc.record({ title: hostile, detail: hostile, url: hostile, when: hostile, report: hostile })
const digest = fc.record({
  project: hostile,
  opened: fc.array(alert, { maxLength: 30 }),
  resolved: fc.array(alert, { maxLength: 30 }),
  more: fc.integer(),
})
const publicUrl = 'https://pagebell.example'
const textOfDigest = (data: object) => describeEvent('alert.digest', JSON.stringify({ data }), publicUrl)
const bodyOf = (format: keyof typeof messageFormats, data: object, url: string) =>
  messageFormats[format].write(textOfDigest(data), url).body

describe('whatever a page has written', () => {
  it('is one line each in words, and the only link is ours', () => {
    fc.assert(
      fc.property(digest, (data) => {
        const { title, lines, link } = textOfDigest(data)
        for (const text of [title, ...lines.map((line) => line.text)]) expect(text).not.toMatch(/[\p{Cc}\u202e]/u)
        expect(title.isWellFormed()).toBe(true)
        expect(link?.url.startsWith(`${publicUrl}/`)).toBe(true)
        for (const { url } of lines) if (url !== undefined) expect(url).toMatch(/^https?:\/\/[^\s<>"]*$/)
      }),
    )
  })

  it('is plain text within its limits at Slack, where the one link is ours', () => {
    fc.assert(
      fc.property(digest, (data) => {
        const { text, blocks } = JSON.parse(bodyOf('slack', data, 'https://hooks.slack.com/x'))
        const [header, ...sections] = blocks
        expect(header.text).toMatchObject({ type: 'plain_text' })
        expect(header.text.text.length).toBeLessThanOrEqual(150)
        const link = sections.pop()
        expect(link.text.text).toMatch(/^<https:\/\/pagebell\.example\/[^<>|\s]*\|Open [\w ]+>$/)
        for (const one of sections) {
          expect(one.text.type).toBe('plain_text')
          expect(one.text.text.length).toBeLessThanOrEqual(3_000)
        }
        expect(text.length).toBeLessThanOrEqual(4_000)
        expect(text.slice(0, text.lastIndexOf('\n'))).not.toMatch(/[<>]|@(?!\u200b)|\]\(/)
      }),
    )
  })

  it('has each mark escaped within its limits at Discord, and mentions no one', () => {
    fc.assert(
      fc.property(digest, (data) => {
        const { embeds, allowed_mentions } = JSON.parse(bodyOf('discord', data, 'https://discord.com/api/webhooks/1/x'))
        const [{ title, description, url }] = embeds
        expect(allowed_mentions).toEqual({ parse: [] })
        expect([title.length <= 256, description.length <= 4_096]).toEqual([true, true])
        expect(url.startsWith(`${publicUrl}/`)).toBe(true)
        for (const line of [title, ...description.split('\n')]) {
          const unescaped = line.replace(/\\./gsu, '').replace(/`https?:[^`]*`$/, '')
          expect(unescaped).not.toMatch(/[\\*_~`|>#[\]()<@]|:(?!\u200b)/)
        }
      }),
    )
  })

  it('is in text runs at Teams, in a message that is not too large', () => {
    fc.assert(
      fc.property(digest, (data) => {
        const body = bodyOf('teams', data, 'https://x.logic.azure.com/x')
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(28 * 1_024)
        const [{ content }] = JSON.parse(body).attachments
        expect(Object.keys(content).sort()).toEqual(['$schema', 'actions', 'body', 'msteams', 'type', 'version'])
        for (const { type, inlines } of content.body) {
          expect([type, inlines.map((run: { type: string }) => run.type)]).toEqual(['RichTextBlock', ['TextRun']])
        }
        expect(content.actions).toHaveLength(1)
        expect(content.actions[0].url.startsWith(`${publicUrl}/`)).toBe(true)
      }),
    )
  })

  it('is fields of JSON at ntfy, of at most 4,096 bytes', () => {
    fc.assert(
      fc.property(digest, (data) => {
        const { message, title, topic, click, ...more } = JSON.parse(bodyOf('ntfy', data, 'https://ntfy.sh/topic'))
        expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4_096)
        expect([title.length <= 250, topic]).toEqual([true, 'topic'])
        expect(click.startsWith(`${publicUrl}/`)).toBe(true)
        expect(Object.keys(more)).toEqual(['priority', 'tags'])
      }),
    )
  })
})

describe('a text', () => {
  it('is cut between characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 4, max: 40 }), (text, bound) => {
        const clean = oneLine(text)
        const [cut, bytes] = [cutText(clean, bound), cutBytes(clean, bound)]
        expect([cut.length <= bound, cut.isWellFormed()]).toEqual([true, true])
        expect([Buffer.byteLength(bytes) <= bound, bytes.includes('\ufffd') && !clean.includes('\ufffd')]).toEqual([
          true,
          false,
        ])
        if (clean.length <= bound) expect(cut).toBe(clean)
      }),
    )
  })

  it('of several lines loses whole lines', () => {
    expect(fitting(['one', 'two', 'three'], 7)).toEqual(['one', 'two'])
    expect(fitting(['too long'], 5)).toEqual(['too …'])
    expect(fitting([], 5)).toEqual([])
  })
})
