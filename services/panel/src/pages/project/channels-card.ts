import { type Html, html, type Part } from '@pagebell/html/template'
import type { Care__Output as ChannelStatus } from '@pagebell/protos/notifier/v1/channel_care'
import type { ChannelSetup__Output as ChannelSetup } from '@pagebell/protos/project/v1/channel_settings'
import type { Project__Output as Project } from '@pagebell/protos/project/v1/project'
import { channelOf, type Setting, settingsOf } from '../../forms/channel-form.ts'
import type { FormErrors } from '../../forms/form-result.ts'
import { timeTag } from '../../html/format.ts'
import type { Frame } from '../../html/frame.ts'
import { type ChannelState, channelBadge } from '../../parts/badge.ts'
import { confirmed } from '../../parts/confirmation.ts'
import { field, formProblem, postForm, textField } from '../../parts/form.ts'
import { noticeAt } from '../../parts/notice.ts'
import { outsideLink } from '../../parts/url.ts'

/** The errors of a form of the card, with what it sent. */
export type ChannelErrors = { choice?: FormErrors; of?: { channel: string; errors: FormErrors; sent: ChannelSettings } }

type ChannelSettings = Record<string, unknown>

type ChannelsCard = {
  project: Project
  channels: ChannelSetup[]
  status: ChannelStatus | undefined
  errors?: ChannelErrors | undefined
}

/** The default channels of a project, and the settings of each channel. */
export function channelsCard(frame: Frame, { project, channels, status, errors }: ChannelsCard): Html {
  const path = `/projects/${project.project}/channels`
  const items = channels.map((setup) =>
    channelItem(frame, `${path}/${setup.channel}`, { project, setup, status, failed: errors?.of }),
  )
  return html`<section class="card" id="channels" aria-labelledby="channels-title"><h2 id="channels-title">Channels</h2>
${noticeAt(frame, 'channels')}<p class="hint">How changed URLs are submitted to search engines.</p>
${choiceForm(frame, path, channels, errors?.choice)}
<div>${items}</div></section>`
}

function choiceForm(frame: Frame, path: string, channels: ChannelSetup[], errors: FormErrors | undefined): Html {
  const box = ({ channel, title, ready, chosen }: ChannelSetup): Html => {
    const state = html`${chosen && html` checked`}${!ready && html` disabled`}`
    const hint = !ready && html` <span class="hint">needs its settings first</span>`
    return html`<label class="check"><input type="checkbox" name="${channel}" value="1"${state}>
<span>${title}${hint}</span></label>`
  }
  const form = html`${formProblem(errors)}<fieldset class="wide"><legend>Default channels</legend>
${channels.map(box)}<p class="hint">Each channel counts one URL against your quota.</p></fieldset>
<button>Save channels</button>`
  return postForm(frame, path, form)
}

type ChannelItem = {
  project: Project
  setup: ChannelSetup
  status: ChannelStatus | undefined
  failed: ChannelErrors['of']
}

const isPaused = ({ setup, status }: Pick<ChannelItem, 'setup' | 'status'>): boolean =>
  status?.paused.includes(setup.channel) ?? false

/** IndexNow needs no settings, but engines accept URLs only of hosts with a key file. */
function channelState({ setup, status }: Pick<ChannelItem, 'setup' | 'status'>): ChannelState {
  if (isPaused({ setup, status })) return 'paused'
  if (!setup.ready) return 'not-set-up'
  if (setup.channel !== 'indexnow') return 'ready'
  const checked = (status?.key_files ?? []).filter(({ checked_at }) => checked_at !== undefined)
  if (checked.length === 0) return 'key-file-unchecked'
  return checked.some(({ problem }) => problem === undefined) ? 'ready' : 'key-file-missing'
}

function channelItem(frame: Frame, path: string, item: ChannelItem): Html {
  const { setup, failed } = item
  const { channel: id, title, ready, updated_at } = setup
  const { advice, moreAt } = channelOf(id)
  const isOpen = failed?.channel === id || frame.notice?.at === `channel-${id}`
  return html`<details class="snippet" id="channel-${id}"${isOpen && html` open`}>
<summary>${title} ${channelBadge(channelState(item))}</summary><div>${noticeAt(frame, `channel-${id}`)}
<p>${advice} ${outsideLink(moreAt, 'Learn more')}</p>
${settingsForm(frame, path, item)}
${ready && pauseForm(frame, path, title, isPaused(item))}
${updated_at !== undefined && removal(frame, path, title, updated_at)}</div></details>`
}

function settingsForm(frame: Frame, path: string, { project, setup, failed }: ChannelItem): Html {
  const { channel: id, title } = setup
  const errors = failed?.channel === id ? failed.errors : undefined
  const shown = errors === undefined ? readSettings(setup) : { ...readSettings(setup), ...failed?.sent }
  const fields = settingsOf(channelOf(id)).map((setting) =>
    settingField(setting, { id, project, saved: readSettings(setup)[setting.name], shown, errors }),
  )
  return postForm(frame, path, html`${formProblem(errors)}${fields}<button>Save ${title}</button>`, 'stack wide')
}

/** The stored settings, in which secrets are masked. */
const readSettings = (setup: ChannelSetup): ChannelSettings => JSON.parse(setup.settings_json) as ChannelSettings

function pauseForm(frame: Frame, path: string, title: string, paused: boolean): Html {
  const [action, value] = paused ? ['Resume', '0'] : ['Pause', '1']
  const form = html`<input type="hidden" name="paused" value="${value}">
<button class="small">${action}<span class="unseen"> ${title}</span></button>`
  const hint = paused
    ? 'URLs are accepted and held until you resume the channel.'
    : 'While paused, URLs are accepted and held until you resume the channel.'
  return html`<div class="row">${postForm(frame, `${path}/paused`, form, '')}<p class="hint">${hint}</p></div>`
}

function removal(frame: Frame, path: string, title: string, updatedAt: string): Html {
  const form = confirmed(frame, {
    action: `${path}/remove`,
    name: html`Remove<span class="unseen"> the settings of ${title}</span>`,
    consequence: `The settings of ${title}, its secret among them, are deleted.`,
    button: 'Remove permanently',
    small: true,
  })
  return html`<div class="row">${form}<p class="hint">Saved ${timeTag(updatedAt, frame.now)}.</p></div>`
}

type FieldState = {
  id: string
  project: Project
  saved: unknown
  shown: ChannelSettings
  errors: FormErrors | undefined
}

function settingField(setting: Setting, { id, project, saved, shown, errors }: FieldState): Html {
  const { name, title, hint, kind, isSecret, required } = setting
  if (kind === 'switch') {
    const on = (shown[name] ?? true) === true
    return html`<label class="check"><input type="checkbox" name="${name}" value="1"${on && html` checked`}>
<span>${title}<span class="two">${hint}</span></span></label>`
  }
  const common = { name, id: `${id}-${name}`, label: title, errors }
  const needed = required && saved === undefined && html` required`
  const attributes = html`autocomplete="off" autocapitalize="none"${needed}`
  if (isSecret) {
    const secretHint = html`${saved !== undefined && html`Saved: ${maskedSecret(saved)}. Empty keeps it. `}${hint}`
    return kind === 'text'
      ? textField({ ...common, hint: secretHint, attributes: html`maxlength="40000" ${attributes}` })
      : field({ ...common, hint: secretHint, attributes: html`maxlength="2048" spellcheck="false" ${attributes}` })
  }
  // A saved key is valid for subdomains too, the project's default key for its host only: it is just a placeholder.
  const text = shown[name]
  const isKey = id === 'indexnow' && name === 'key'
  const value = typeof text === 'string' && !(isKey && text === project.indexnow_key) ? text : ''
  const placeholder = isKey && html` placeholder="${project.indexnow_key}"`
  const limits = html`maxlength="2048" spellcheck="false" ${attributes}${placeholder}`
  return field({ ...common, value, hint, attributes: limits })
}

/** The parts of a secret by which its owner recognises it. */
function maskedSecret(saved: unknown): Part {
  if (typeof saved !== 'object' || saved === null) return html`<code>${String(saved)}</code>`
  const { client_email: name, private_key: end } = saved as ChannelSettings
  return html`<code class="url">${String(name)}</code> with a key ending in <code>${String(end)}</code>`
}
