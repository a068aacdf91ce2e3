import type { Action } from './source.ts'

const deletions = new Set([
  'delete',
  'deleted',
  'destroy',
  'destroyed',
  'remove',
  'removed',
  'trash',
  'trashed',
  'unpublish',
  'unpublished',
])
const tests = new Set(['ping', 'test'])

const wordsOf = (event: string | null): string[] => (event ?? '').toLowerCase().split(/[^a-z]+/)

/** Whether an event such as `items.delete`, `post_trashed` or `page.published` says that a page is gone. */
export function actionOfEvent(event: string | null): Action {
  return wordsOf(event).some((word) => deletions.has(word)) ? 'delete' : 'update'
}

/** An event by which a sender tries out a webhook, such as `ping`, `webhook.test` or `trigger-test`. */
export const isTestEvent = (event: string | null): boolean => wordsOf(event).some((word) => tests.has(word))
