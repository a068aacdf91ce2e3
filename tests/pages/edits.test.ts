import { expect, it } from '@jest/globals'
import { edits, remoteFiles, withLastParagraph } from './edits.ts'

it.each(edits)('an edit has an effect: $name', ({ name, apply }) => {
  const page = withLastParagraph({ title: 'Tea', description: '', body: 'Green\n' })
  expect(apply(page)).toEqual(name === 'nothing' ? page : expect.not.objectContaining(page))
})

it('files beside a page are named by an address elsewhere, links to pages stay', () => {
  const markdown = '![a](../b.png) [c](d.pdf) [e](f.md#g) [h](https://i.example/j.zip)\n[k]: ./l.zip\n<img src="m.png">'
  expect(remoteFiles(markdown)).toBe(
    '![a](https://files.example/b.png) [c](https://files.example/d.pdf) [e](f.md#g) [h](https://i.example/j.zip)\n[k]: https://files.example/l.zip\n<img src="https://files.example/m.png">',
  )
})
