// Conveniences on top of pages that work without them: times in the viewer's zone, copying, a countdown.

const exactly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const fully = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })

function localise(root) {
  for (const time of root.querySelectorAll('time[datetime]')) {
    const moment = new Date(time.dateTime)
    if (time.hasAttribute('data-exact')) time.textContent = exactly.format(moment)
    else time.title = fully.format(moment)
  }
}

function say(button, text) {
  const before = button.dataset.label ?? button.textContent
  button.dataset.label = before
  button.textContent = text
  clearTimeout(Number(button.dataset.timer))
  button.dataset.timer = String(setTimeout(() => (button.textContent = before), 2_000))
}

async function copy(button) {
  const source = document.getElementById(button.dataset.copy)
  if (source === null) return
  try {
    await navigator.clipboard.writeText(source.value ?? source.textContent)
    say(button, 'Copied')
  } catch {
    // Without the right to the clipboard the text is marked, for the keyboard to copy.
    getSelection().selectAllChildren(source)
    say(button, 'Press Ctrl+C')
  }
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-copy]')
  if (button !== null) void copy(button)
})

document.addEventListener('submit', (event) => {
  // A second click while the first is on its way would be a second request.
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

// A set-up link carries its token where no server sees it.
const wanted = document.querySelector('[data-from-fragment]')
if (wanted !== null && location.hash.length > 1) {
  wanted.value = decodeURIComponent(location.hash.slice(1))
  history.replaceState(null, '', location.pathname)
}

// A list that asks again by itself would shut what its reader has just opened.
document.addEventListener('htmx:beforeRequest', (event) => {
  const { elt } = event.detail
  if (elt.id === 'list' && elt.querySelector('details[open]') !== null) event.preventDefault()
})

// Only with scripts is there something to copy with.
document.documentElement.classList.add('scripted')
localise(document)
document.addEventListener('htmx:afterSettle', (event) => localise(event.target))
if (document.querySelector('[data-until]') !== null) setInterval(countDown, 1_000)
