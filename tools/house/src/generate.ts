import { refresh } from './generated-files.ts'

const changed = await refresh()
console.log(changed.length === 0 ? 'Every generated file was fresh.' : `Written anew: ${changed.join(', ')}`)
