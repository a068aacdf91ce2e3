import { type EventFormat, eventFormats } from '@pagebell/outbound-events/event-formats'

const names: Record<EventFormat, string> = {
  pagebell: 'A program: signed JSON',
  slack: 'Slack, Mattermost or Rocket.Chat',
  discord: 'Discord',
  teams: 'Microsoft Teams',
  ntfy: 'ntfy',
  email: 'E-mail',
}

/** The formats as a form offers them. */
export const formatOptions = eventFormats.map((format) => [format, names[format]] as const)

/** The name of a stored format; one of a later version as it is. */
export const formatName = (format: string): string =>
  formatOptions.find(([known]) => known === (format || 'pagebell'))?.[1] ?? format

/** What to paste, for the hint of the field. */
export const addressHint = [
  'A program: its URL.',
  'Slack, Discord, Teams: the address of the incoming webhook that you made there.',
  'ntfy: the address of the topic, such as https://ntfy.sh/my-topic.',
  'E-mail: the address, which gets a mail to confirm it.',
].join(' ')
