import { expect, it } from 'vitest'
import { canSave, isChanged, isTooLong, lengthOf, nameProblem } from './speaker-form.ts'

const empty = { name: '', description: '', picture: null }
const sato = { name: '佐藤', description: '営業', picture: null }

it.each([
  ['SPK-13 a name is required', { ...sato, name: '' }, false],
  ['SPK-13 a name of spaces only is rejected', { ...sato, name: ' 　' }, false],
  ['SPK-13 a name is sufficient', { ...empty, name: '佐藤' }, true],
  ['SPK-14 255 characters of description are accepted', { ...sato, description: 'あ'.repeat(255) }, true],
  ['SPK-14 256 characters are too many', { ...sato, description: 'あ'.repeat(256) }, false],
  ['SPK-14 surrounding spaces do not count', { ...sato, description: ` ${'あ'.repeat(255)}\n` }, true],
])('%s', (_, fields, expected) => expect(canSave(fields)).toBe(expected))

it('SPK-14 counts characters like the server', () => {
  expect(lengthOf(' 営業 ')).toBe(2)
  expect(isTooLong('x'.repeat(256))).toBe(true)
})

it("shows the client's problem of a name before the server's", () => {
  expect(nameProblem({ ...sato, name: '' }, {})).toEqual({ key: 'required' })
  expect(nameProblem(sato, { name: ['format'] })).toEqual({ key: 'format' })
  expect(nameProblem(sato, {})).toBeNull()
})

it.each([
  ['nothing', {}, false],
  ['the name', { name: '佐' }, true],
  ['the description', { description: '' }, true],
  ['the picture', { picture: new File([], 'a.png') }, true],
])('SPK-12 with %s changed, there is something to discard: %j → %s', (_, change, expected) =>
  expect(isChanged(sato, { ...sato, ...change })).toBe(expected),
)
