import type { ReceiverResponse, ReceiverResult } from '../receiver-client.ts'

/** An event in words. Nothing in it is markup: each format escapes what it writes. */
export type EventText = {
  /** One line. */
  title: string
  lines: TextLine[]
  link?: { url: string; label: string }
  severity: 'good' | 'neutral' | 'bad'
}

/** A line, and the address of a page that it is about. An address is shown as text: only `link` is a link. */
export type TextLine = { text: string; url?: string }

export type FormatRequest = { url: string; body: string }

/** How an incoming webhook wants its messages, and what its responses mean. Pure functions. */
export type Format = {
  /** The hosts of the service: an address there belongs to no other format. */
  host?: RegExp
  /** What is wrong with an address; undefined if nothing is. */
  findFault?(url: URL): string | undefined
  write(text: EventText, url: string): FormatRequest
  read(response: ReceiverResponse): ReceiverResult
}

/** The words of a line. */
export const plainLine = ({ text, url }: TextLine): string => (url === undefined ? text : `${text} ${url}`)
