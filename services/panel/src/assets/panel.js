// Enhances pages that work without it: times in the viewer's zone, copying, a countdown.

const exactly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

// The viewer's zone is shown everywhere; UTC is in the tooltip.
function localise(root) {
  for (const time of root.querySelectorAll('time[datetime]:not([data-local])')) {
    const local = exactly.format(new Date(time.dateTime))
    const utc = `${time.dateTime.slice(0, 19).replace('T', ' ')} UTC`
    time.dataset.local = ''
    if (time.hasAttribute('data-exact')) time.textContent = local
    time.title = time.hasAttribute('data-exact') ? utc : `${local} (${utc})`
  }
}

const localInput = (moment) =>
  new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)

// A field for a time takes the viewer's; a hidden one beside it sends UTC under its name.
function localiseInputs(root) {
  for (const input of root.querySelectorAll('input[type="datetime-local"][name]')) {
    const sent = document.createElement('input')
    sent.type = 'hidden'
    sent.name = input.name
    sent.value = input.value
    if (input.value !== '') input.value = localInput(new Date(`${input.value}Z`))
    input.removeAttribute('name')
    input.after(sent)
    for (const event of ['input', 'change']) {
      input.addEventListener(event, () => {
        sent.value = input.value === '' ? '' : new Date(input.value).toISOString()
      })
    }
    for (const zone of input.labels[0]?.querySelectorAll('[data-zone]') ?? []) zone.remove()
  }
}

// A narrow screen shows tables as cards, by CSS that takes their roles from screen readers: they are set again.
const isNarrow = matchMedia('(max-width: 42rem)')
const tableRoles = { TABLE: 'table', THEAD: 'rowgroup', TBODY: 'rowgroup', TR: 'row', TH: 'columnheader', TD: 'cell' }
function setTableRoles(root) {
  for (const part of root.querySelectorAll('table, thead, tbody, tr, th, td')) {
    if (isNarrow.matches) part.setAttribute('role', tableRoles[part.tagName])
    else part.removeAttribute('role')
  }
}
isNarrow.addEventListener('change', () => setTableRoles(document))

const dayOfMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })

function localiseDays(root) {
  for (const label of root.querySelectorAll('[data-day]')) {
    label.textContent = dayOfMonth.format(new Date(label.dataset.day))
  }
}

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

function localiseMoments(root) {
  for (const label of root.querySelectorAll('[data-moment]')) {
    label.textContent = moment.format(new Date(label.dataset.moment))
  }
}

function showOnButton(button, text) {
  // The first node is visible; the rest of the name is for screen readers.
  const shown = button.firstChild
  const before = button.dataset.label ?? shown.textContent
  button.dataset.label = before
  shown.textContent = text
  clearTimeout(Number(button.dataset.timer))
  button.dataset.timer = String(setTimeout(() => (shown.textContent = before), 2_000))
}

async function copy(button) {
  const source = document.getElementById(button.dataset.copy)
  if (source === null) return
  try {
    await navigator.clipboard.writeText(source.value ?? source.textContent)
    showOnButton(button, 'Copied')
  } catch {
    // Without permission for the clipboard the text is selected, to be copied by keyboard.
    getSelection().selectAllChildren(source)
    showOnButton(button, 'Press Ctrl+C')
  }
}

document.addEventListener('click', (event) => {
  if (event.target.closest('[data-print]') !== null) print()
  const button = event.target.closest('[data-copy]')
  if (button !== null) void copy(button)
})

// A URL shown in Unicode is copied in its own spelling.
document.addEventListener('copy', (event) => {
  const selection = getSelection()
  const from = selection.anchorNode
  const around = from instanceof Element ? from : from?.parentElement
  const shown = around?.closest('[data-ascii]') ?? around?.querySelector('[data-ascii]')
  // Three clicks select the whole line, up to the start of the next one.
  if (shown == null || selection.toString().trim() !== shown.textContent.trim()) return
  event.clipboardData.setData('text/plain', shown.dataset.ascii)
  event.preventDefault()
})

// A form whose button also copies waits for the clipboard: the next page would come before the text is there.
document.addEventListener('submit', (event) => {
  const button = event.submitter
  if (button === null || button.dataset.copyFirst === undefined) return
  event.preventDefault()
  const { textContent } = document.getElementById(button.dataset.copyFirst)
  const send = () => event.target.submit()
  // Without a clipboard the form is sent all the same: the next page has a button that copies.
  const copied = navigator.clipboard?.writeText(textContent) ?? Promise.resolve()
  copied.then(send, send)
})

document.addEventListener('submit', (event) => {
  // A second click before the response would be a second request.
  const button = event.submitter
  if (event.target.method === 'post' && button !== null) setTimeout(() => (button.disabled = true))
})
addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll('form button:disabled:not([data-off])')) button.disabled = false
})

function countDown() {
  for (const clock of document.querySelectorAll('[data-until]')) {
    const left = Math.max(0, Math.round((Date.parse(clock.dataset.until) - Date.now()) / 1_000))
    const parts = [Math.floor(left / 86_400), Math.floor(left / 3_600) % 24, Math.floor(left / 60) % 60, left % 60]
    const from = Math.max(
      0,
      Math.min(
        2,
        parts.findIndex((part) => part > 0),
      ),
    )
    clock.textContent = parts
      .slice(from)
      .map((part, index) => `${part} ${['d', 'h', 'min', 's'][from + index]}`)
      .join(' ')
  }
}

// A set-up link has its token in the fragment, which browsers do not send.
const wanted = document.querySelector('[data-from-fragment]')
if (wanted !== null && location.hash.length > 1) {
  wanted.value = decodeURIComponent(location.hash.slice(1))
  history.replaceState(null, '', location.pathname)
}

// Empty filters are left out of the address.
document.addEventListener('htmx:configRequest', (event) => {
  const { verb, parameters } = event.detail
  if (verb !== 'get') return
  for (const [name, value] of Object.entries(parameters)) if (value === '') delete parameters[name]
})

// "Apply" moves the focus to the result; a search while typing leaves it in the field.
document.addEventListener('htmx:afterSettle', ({ target, detail }) => {
  if (detail.requestConfig?.triggeringEvent?.type !== 'submit') return
  target.querySelector('[autofocus], .list-count')?.focus()
})

// A notice or an error takes the focus, also in browsers without autofocus for it.
if (document.activeElement === document.body) document.querySelector('[autofocus]')?.focus()

for (const warning of document.querySelectorAll('[data-insecure]')) warning.hidden = isSecureContext

// Selects every row of a table.
document.addEventListener('change', ({ target }) => {
  if (!target.matches('[data-select-all]')) return
  for (const box of target.closest('table').querySelectorAll('td input[type="checkbox"]')) box.checked = target.checked
})

// A list that reloads itself would close the details that its reader has opened, and clear what is selected.
document.addEventListener('htmx:beforeRequest', (event) => {
  const { elt } = event.detail
  if (elt.id === 'list' && elt.querySelector('details[open], input:checked') !== null) event.preventDefault()
})

// What was deleted is not asked for again.
document.addEventListener('htmx:responseError', ({ detail: { elt, xhr } }) => {
  if (xhr.status !== 404 || !elt.matches('[data-hx-trigger^="every"]')) return
  const last = elt.cloneNode(true)
  last.removeAttribute('data-hx-trigger')
  elt.replaceWith(last)
})

// Tabs scroll on a narrow screen, with the current one in their middle.
function showCurrentTab(root) {
  for (const tab of root.querySelectorAll('.tabs [aria-current]')) {
    const strip = tab.closest('.tabs')
    strip.scrollLeft = tab.offsetLeft - strip.offsetLeft - (strip.clientWidth - tab.clientWidth) / 2
  }
}

addEventListener('resize', () => showCurrentTab(document))

// Copy buttons and the like are shown only with scripts.
document.documentElement.classList.add('scripted')
for (const each of [localise, localiseDays, localiseMoments, localiseInputs, setTableRoles, showCurrentTab]) {
  each(document)
  document.addEventListener('htmx:afterSettle', (event) => each(event.target))
}
if (document.querySelector('[data-until]') !== null) setInterval(countDown, 1_000)
