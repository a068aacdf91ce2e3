import { describe, expect, it } from '@jest/globals'
import { fairEnds, judgeFairness } from './fair-share.ts'

describe('the fair ends of crawls', () => {
  it.each([
    ['alone', [60], 2, [60]],
    ['as many as slots', [60, 30], 2, [60, 30]],
    ['twice as many as slots', [60, 60, 60, 60], 2, [120, 120, 120, 120]],
    // Three on two slots: until 30 s of the short one are done, each has two thirds of a slot.
    ['a short one beside long ones', [30, 90, 90], 2, [45, 105, 105]],
    ['of nothing', [], 2, []],
  ])('%s', (_, alone, slots, ends) => expect(fairEnds(alone, slots)).toEqual(ends))
})

describe('four equal crawls on two slots', () => {
  const alone = [60, 60, 60, 60]
  const judge = (endedAfter: number[], atFirstEnd: number[]) =>
    judgeFairness({ endedAfter, alone, atFirstEnd, slots: 2 }, 1.5).map(({ isHeld }) => isHeld)

  it('that progress alike are fair', () => {
    expect(judge([125, 130, 140, 145], [300, 300, 230, 225])).toEqual([true, true])
  })

  it('are not if two wait until the others have ended', () => {
    expect(judge([62, 62, 125, 125], [300, 300, 0, 0])).toEqual([true, false])
  })

  it('are not if one ends late, or one has had less', () => {
    expect(judge([125, 130, 140, 181], [300, 300, 280, 150])).toEqual([false, false])
  })
})
