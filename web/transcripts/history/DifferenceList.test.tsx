import { block } from '@kaiwa/editor/test/sample-blocks.ts'
import { expect, it } from 'vitest'
import { render } from '../../test/render.tsx'
import { DifferenceList } from './DifferenceList.tsx'
import { toDifferences } from './to-differences.ts'

const TAG = { id: 3, tag_uuid: 'u', tag_id: 1, text: '晴れ', offset: 3, appearance: null }

function version(changes: object) {
  return { ...block('a', 0, '今日は|晴れ'), ...changes }
}

it.each([
  ['ja', 'セクション：<del>導入</del> <ins>なし</ins>', '<li>タグ：変更あり</li>'],
  ['en', 'Section: <del>導入</del> <ins>none</ins>', '<li>Tags: changed</li>'],
] as const)('names a section before and after, and says that tags have changed, in %s', async (locale, ...lines) => {
  const [before, after] = [version({ section_name: '導入', tags: [TAG] }), version({ section_name: null, tags: [] })]
  const markup = await render(<DifferenceList differences={toDifferences([{ uuid: 'a', before, after }])} />, {
    locale,
    texts: ['common', 'editing', 'transcripts'],
  })
  for (const line of lines) expect(markup).toContain(line)
})
