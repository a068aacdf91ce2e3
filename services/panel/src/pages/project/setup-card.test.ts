import { describe, expect, it } from '@jest/globals'
import { testFrame } from '../../../test/test-frame.ts'
import { textOf } from '../../html/html.ts'
import { type SetupState, setupCard, setupSteps } from './setup-card.ts'

const nothing: SetupState = {
  hasWebhook: false,
  needsKeyFile: true,
  hasKeyFile: false,
  hasSubmitted: false,
  hasDelivered: false,
}
const stepsOf = (changes: Partial<SetupState>) =>
  setupSteps(testFrame, 'example.com', { ...nothing, ...changes }, 'one-form')

describe('the steps that connect a site', () => {
  it('begin with the webhook, which one button creates', () => {
    const text = textOf(setupCard(stepsOf({})))
    expect(text).toContain('0 of 4 done')
    expect(text).toMatch(/aria-current="step">\s*<svg[^>]*>.*?<\/svg><div><strong>Create the webhook/s)
    expect(text).toMatch(/<form method="post" action="\/projects\/example.com\/hook\/rotate".*value="one-form"/s)
  })

  it('continue with the first that is not done', () => {
    const text = textOf(setupCard(stepsOf({ hasWebhook: true, hasSubmitted: true })))
    expect(text).toContain('2 of 4 done')
    expect(text).toMatch(/aria-current="step">\s*<svg[^>]*>.*?<\/svg><div><strong>Put the IndexNow key file/s)
  })

  it('ask for a key file only where IndexNow is used', () => {
    expect(stepsOf({ needsKeyFile: false }).map(({ title }) => title)).toEqual([
      'Create the webhook',
      'Submit the first URL',
      'See it delivered',
    ])
  })

  it('are done with the first delivered URL', () => {
    const done = stepsOf({ hasWebhook: true, hasKeyFile: true, hasSubmitted: true, hasDelivered: true })
    expect(done.every(({ isDone }) => isDone)).toBe(true)
  })
})
