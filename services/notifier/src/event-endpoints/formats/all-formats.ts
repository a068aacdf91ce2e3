import {
  type EventFormat,
  type emailFormat,
  eventFormats,
  type signedFormat,
} from '@pagebell/outbound-events/event-formats'
import { discord } from './discord.format.ts'
import type { Format } from './format.ts'
import { ntfy } from './ntfy.format.ts'
import { slack } from './slack.format.ts'
import { teams } from './teams.format.ts'

export type MessageFormat = Exclude<EventFormat, typeof signedFormat | typeof emailFormat>

/** The formats of incoming webhooks. */
export const messageFormats: Record<MessageFormat, Format> = { slack, discord, teams, ntfy }

export const isEventFormat = (text: string): text is EventFormat => (eventFormats as readonly string[]).includes(text)

export const isMessageFormat = (format: EventFormat): format is MessageFormat => Object.hasOwn(messageFormats, format)

/** The rendering of a stored format; undefined for signed JSON and e-mail. Throws for one that only a later version knows. */
export function findFormat(format: string): Format | undefined {
  if (!isEventFormat(format)) throw new Error(`the format ${format} of an event endpoint is not known`)
  return isMessageFormat(format) ? messageFormats[format] : undefined
}
