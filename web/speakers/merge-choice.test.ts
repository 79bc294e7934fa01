import { speaker } from '@kaiwa/transcript/test/factories.ts'
import { expect, it } from 'vitest'
import { mergeable } from './merge-choice.ts'

const manual = speaker(1, '佐藤')
const other = speaker(2, '田中')
const diarised = { ...speaker(3, '話者1'), is_manual: false, can: { edit: true, merge: false } }
const all = [manual, other, diarised]

it.each([
  ['merges into an automatic speaker', 3, [1, 2]],
  ['never merges a speaker into itself', 1, [2]],
  ['lists all without a target', null, [1, 2]],
])('SPK-20 %s', (_, target, ids) => expect(mergeable(all, target).map(({ id }) => id)).toEqual(ids))
