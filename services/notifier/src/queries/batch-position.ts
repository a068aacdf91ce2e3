/** Where one is in a batch, along its unique index: the URL's hash in hexadecimal digits, and the channel. */
export type BatchPosition = [urlHash: string, channel: string]
export const batchStart: BatchPosition = ['', '']
