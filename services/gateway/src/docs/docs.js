// Copy buttons. Without a script, or over plain HTTP, the text can be selected all the same.
const told = document.getElementById('copied')

async function copy(button) {
  const source = document.getElementById(button.dataset.copy)
  const text = source.textContent
  if (navigator.clipboard === undefined) selectAndCopy(source)
  else await navigator.clipboard.writeText(text)
  told.textContent = `${button.textContent.replace(/^Copy /, '')}: copied.`
  button.classList.add('done')
}

function selectAndCopy(source) {
  getSelection().selectAllChildren(source)
  document.execCommand('copy')
}

for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', () => {
    copy(button).catch((error) => {
      told.textContent = `Not copied: ${error.message}`
    })
  })
}
// On a telephone the page begins with its text.
if (matchMedia('(max-width: 60rem)').matches) document.querySelector('nav details').open = false
