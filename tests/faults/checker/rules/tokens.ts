import type { Control, Submit } from '../read-evidence.ts'
import type { Settled } from '../settle.ts'
import { type Rule, seconds } from './rule.ts'

/** A request that timed out may still be processed later by a process that was frozen. */
const lateMs = 60_000

const succeeded = ({ status }: Control): boolean => status !== undefined && status < 300

export const tokens: Rule = {
  promise: 'no request that starts after the response to a rotate, disable or delete is accepted with an old token',
  findBroken(settled) {
    const controls = Map.groupBy(settled.controls, ({ project }) => project)
    return accepted(settled).flatMap((submit) => {
      const all = controls.get(submit.project) ?? []
      const ended = all.find((control) => endsToken(control, all, submit))
      return ended === undefined
        ? []
        : [
            `request ${submit.id} was accepted ${seconds(submit.sentAt - ended.overAt)} after the response to a ${ended.what}`,
          ]
    })
  },
}

/** Accepted requests, with or without a response to the sender. */
const accepted = ({ submits, late }: Settled): Submit[] => {
  const unacknowledged = new Set(late.values())
  return submits.filter((submit) => (submit.status === 202 && !submit.dryRun) || unacknowledged.has(submit))
}

function endsToken(control: Control, all: Control[], submit: Submit): boolean {
  if (!succeeded(control) || numberOf(submit.token) > control.tokens) return false
  if (submit.sentAt <= control.overAt + control.graceMs) return false
  if (isOfSource(submit.token)) return control.what === 'delete'
  if (control.what === 'rotate' || control.what === 'delete') return true
  if (control.what === 'enable') return false
  // Disabled only until an `enable` may have taken effect.
  return !all.some(
    (other) =>
      other.what === 'enable' &&
      other.sentAt <= submit.overAt &&
      (other.sentAt >= control.overAt || (!succeeded(other) && other.sentAt > control.sentAt - lateMs)),
  )
}

export const goodTokens: Rule = {
  promise: 'a valid token is never answered 404',
  findBroken({ submits, controls, tokensSince }) {
    const byProject = Map.groupBy(controls, ({ project }) => project)
    return submits
      .filter(({ status, token }) => status === 404 && tokensSince.has(token))
      .filter((submit) => {
        const since = tokensSince.get(submit.token) ?? 0
        return !(byProject.get(submit.project) ?? []).some(
          (control) =>
            control.sentAt < submit.overAt &&
            (control.sentAt > since || (!succeeded(control) && control.sentAt > since - lateMs)),
        )
      })
      .map((submit) => `request ${submit.id} was answered 404 although ${submit.token} is valid`)
  },
}

/** Rotations of the webhook do not end the token of a source. */
const isOfSource = (token: string): boolean => token.endsWith('#source')

const numberOf = (token: string): number => Number(token.split('#')[1])
