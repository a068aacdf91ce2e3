/** In which form an endpoint gets events. */
export const eventFormats = ['pagebell', 'slack', 'discord', 'teams', 'ntfy', 'email'] as const
export type EventFormat = (typeof eventFormats)[number]

/** The form of an endpoint that names none. */
export const signedFormat = 'pagebell' as const

/** Sent by the operator's mail server. */
export const emailFormat = 'email' as const

/** What an endpoint of each format is, and what its `url` is. */
export const formatDescriptions: Record<EventFormat, string> = {
  pagebell: 'A program: signed JSON to any address.',
  slack: 'An incoming webhook of Slack, or of Mattermost and Rocket.Chat, which understand the same messages.',
  discord: 'A webhook of a channel of Discord.',
  teams: 'A webhook of Microsoft Teams: the address of a workflow that posts to a chat or channel.',
  ntfy: 'A topic of ntfy, at ntfy.sh or a server of your own: its address with the name of the topic.',
  email: 'An address for e-mail, written as `mailto:someone@example.com`, whose owner confirms it first.',
}
