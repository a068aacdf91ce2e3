import type { Care__Output as Care } from '@pagebell/protos/notifier/v1/Care'
import type { ChannelSetup__Output as ChannelSetup } from '@pagebell/protos/project/v1/ChannelSetup'
import type { Project__Output as Project } from '@pagebell/protos/project/v1/Project'
import { channelOf, type Setting, settingsOf } from '../channel-form.ts'
import type { Frame } from '../frame.ts'
import { type Html, html, type Part } from '../html.ts'
import { type ChannelState, channelBadge } from '../parts/badge.ts'
import { confirmed } from '../parts/confirmed.ts'
import { type FormErrors, field, formProblem, postForm, textField } from '../parts/form.ts'
import { noticeAt } from '../parts/notice.ts'
import { outsideLink } from '../parts/outside-link.ts'
import { timeTag } from '../parts/time.ts'

/** What was wrong with a form of the card, and what was typed into it. */
export type ChannelErrors = { choice?: FormErrors; of?: { channel: string; errors: FormErrors; sent: Settings } }

type Settings = Record<string, unknown>

type Shown = {
  project: Project
  channels: ChannelSetup[]
  care: Care | undefined
  errors?: ChannelErrors | undefined
}

/** What is set for a channel, as it may be shown. */
export const readSettings = (setup: ChannelSetup | undefined): Settings =>
  setup === undefined ? {} : (JSON.parse(setup.settings_json) as Settings)

/** By which search engines a project is told, and what each of them needs. */
export function channelsCard(frame: Frame, { project, channels: setups, care, errors }: Shown): Html {
  const paused = care?.paused ?? []
  const path = `/projects/${project.project}/channels`
  return html`<section class="card" id="channels" aria-labelledby="channels-title"><h2 id="channels-title">Channels</h2>
${noticeAt(frame, 'channels')}<p class="hint">How changed URLs are submitted to search engines.</p>
${choiceForm(frame, path, setups, errors?.choice)}
<div>${setups.map((setup) => setupItem(frame, `${path}/${setup.channel}`, { project, setup, care, failed: errors?.of, paused: paused.includes(setup.channel) }))}</div></section>`
}

const choiceForm = (frame: Frame, path: string, setups: ChannelSetup[], errors: FormErrors | undefined): Html =>
  postForm(
    frame,
    path,
    html`${formProblem(errors)}<fieldset class="wide"><legend>Default channels</legend>${setups.map(
      ({ channel, title, ready, chosen }) =>
        html`<label class="check"><input type="checkbox" name="${channel}" value="1"${chosen && html` checked`}${!ready && html` disabled`}><span>${title}${!ready && html` <span class="hint">needs its settings first</span>`}</span></label>`,
    )}<p class="hint">Each channel counts one URL against your quota.</p></fieldset><button>Save channels</button>`,
  )

type Item = {
  project: Project
  setup: ChannelSetup
  care: Care | undefined
  failed: ChannelErrors['of']
  paused: boolean
}

type State = Pick<Item, 'setup' | 'care' | 'paused'>

/** IndexNow needs no settings, but engines believe it only where they find the key file. */
function channelState({ setup: { channel, ready }, care, paused }: State): ChannelState {
  if (paused) return 'paused'
  if (!ready) return 'not-set-up'
  if (channel !== 'indexnow') return 'ready'
  const seen = (care?.key_files ?? []).filter(({ checked_at }) => checked_at !== undefined)
  if (seen.length === 0) return 'key-file-unchecked'
  return seen.some(({ problem }) => problem === undefined) ? 'ready' : 'key-file-missing'
}

function setupItem(frame: Frame, path: string, { project, setup, care, failed, paused }: Item): Html {
  const { channel: id, title, ready, updated_at } = setup
  const channel = channelOf(id)
  const errors = failed?.channel === id ? failed.errors : undefined
  const shown = errors === undefined ? readSettings(setup) : { ...readSettings(setup), ...failed?.sent }
  return html`<details class="snippet" id="channel-${id}"${(errors !== undefined || frame.notice?.at === `channel-${id}`) && html` open`}><summary>${title} ${channelBadge(channelState({ setup, paused, care }))}</summary><div>${noticeAt(frame, `channel-${id}`)}
<p>${channel.advice} ${outsideLink(channel.moreAt, 'Learn more')}</p>
${postForm(frame, path, html`${formProblem(errors)}${settingsOf(channel).map((setting) => settingField(setting, { id, project, setup, shown, errors }))}<button>Save ${title}</button>`, 'stack wide')}
${ready && html`<div class="row">${postForm(frame, `${path}/paused`, html`<input type="hidden" name="paused" value="${paused ? '0' : '1'}"><button class="small">${paused ? 'Resume' : 'Pause'}<span class="unseen"> ${title}</span></button>`, '')}<p class="hint">${paused ? 'URLs are accepted and held until you resume the channel.' : 'While paused, URLs are accepted and held until you resume the channel.'}</p></div>`}
${updated_at !== undefined && html`<div class="row">${confirmed(frame, { action: `${path}/remove`, name: html`Remove<span class="unseen"> the settings of ${title}</span>`, consequence: `The settings of ${title}, its secret among them, are deleted.`, button: `Remove permanently`, small: true })}<p class="hint">Saved ${timeTag(updated_at, frame.now)}.</p></div>`}</div></details>`
}

type Place = { id: string; project: Project; setup: ChannelSetup; shown: Settings; errors: FormErrors | undefined }

function settingField(setting: Setting, { id, project, setup, shown, errors }: Place): Html {
  const { name, title, hint, kind, isSecret } = setting
  if (kind === 'switch') {
    const on = shown[name] ?? true
    return html`<label class="check"><input type="checkbox" name="${name}" value="1"${on === true && html` checked`}><span>${title}<span class="two">${hint}</span></span></label>`
  }
  const saved = readSettings(setup)[name]
  const common = { name, id: `${id}-${name}`, label: title, errors }
  const attributes = html`autocomplete="off" autocapitalize="none"${setting.required && saved === undefined && html` required`}`
  if (isSecret) {
    const words = html`${saved !== undefined && html`Saved: ${savedSecret(saved)}. Empty keeps it. `}${hint}`
    return kind === 'text'
      ? textField({ ...common, hint: words, attributes: html`maxlength="40000" ${attributes}` })
      : field({ ...common, hint: words, attributes: html`maxlength="2048" spellcheck="false" ${attributes}` })
  }
  // A project's own key speaks for its host alone; one that is set speaks for subdomains too, so that it is not set unasked.
  const text = shown[name]
  const isOwn = id === 'indexnow' && name === 'key' && text === project.indexnow_key
  const value = typeof text === 'string' && !isOwn ? text : ''
  const placeholder = id === 'indexnow' && name === 'key' && html` placeholder="${project.indexnow_key}"`
  return field({
    ...common,
    value,
    hint,
    attributes: html`maxlength="2048" spellcheck="false" ${attributes}${placeholder}`,
  })
}

/** By what an owner recognises a secret: its end, and what stands beside it. */
function savedSecret(saved: unknown): Part {
  if (typeof saved !== 'object' || saved === null) return html`<code>${String(saved)}</code>`
  const { client_email: name, private_key: end } = saved as Settings
  return html`<code class="url">${String(name)}</code> with a key ending in <code>${String(end)}</code>`
}
