import type { TrashedItem } from '@kaiwa/contract/trash.ts'
import { expect, it } from 'vitest'
import { render } from '../test/render.tsx'
import { TrashRow } from './TrashRow.tsx'

function item(changes: Partial<TrashedItem> = {}): TrashedItem {
  return {
    item_id: 7,
    is_project: true,
    is_audio: false,
    name: '失注',
    place: ['ワークスペース', '商談'],
    is_place_gone: false,
    deleted_by: { id: 1, name: '山田 花子', avatar: null },
    deleted_at: '2026-11-22T02:21:00.000Z',
    days_left: 30,
    ...changes,
  }
}

function nothing() {
  return undefined
}

function shown(changes?: Partial<TrashedItem>) {
  return render(
    <table>
      <tbody>
        <TrashRow item={item(changes)} isRestoring={false} onRestore={nothing} onDelete={nothing} />
      </tbody>
    </table>,
    { locale: 'en', texts: ['common', 'trash'] },
  )
}

it('shows name, original folder, deleting user and days left', async () => {
  const markup = await shown()
  for (const text of [
    '失注',
    'Folder',
    'ワークスペース › 商談',
    '山田 花子',
    '30 days left',
    'Restore 失注',
    'Delete 失注 forever',
  ])
    expect(markup).toContain(text)
  expect(markup).not.toContain('The original folder no longer exists')
})

it('shows a missing folder and one day left, and omits a deleting user no longer in the workspace', async () => {
  const markup = await shown({ is_project: false, is_audio: true, is_place_gone: true, days_left: 1, deleted_by: null })
  for (const text of ['Audio', 'The original folder no longer exists', '1 day left']) expect(markup).toContain(text)
})
