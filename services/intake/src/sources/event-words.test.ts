import { expect, it } from '@jest/globals'
import { actionOfEvent, isTestEvent } from './event-words.ts'

it.each([
  ['items.delete', 'delete'],
  ['post_trashed', 'delete'],
  ['article.unpublished', 'delete'],
  ['page:removed', 'delete'],
  ['TOPIC DESTROYED', 'delete'],
  ['article.published', 'update'],
  ['undeleted', 'update'],
  ['deletions', 'update'],
  [null, 'update'],
])('%s is an event by which a page is %sd', (event, action) => {
  expect(actionOfEvent(event)).toBe(action)
})

it.each([
  ['ping', true],
  ['webhook.test', true],
  ['trigger-test', true],
  ['latest.published', false],
  [null, false],
])('%s is a test: %s', (event, expected) => {
  expect(isTestEvent(event)).toBe(expected)
})
