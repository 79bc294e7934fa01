import type { Item, Tree } from '@kaiwa/contract/items.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { queryClient } from '../platform/query-client.ts'
import { ShownTree } from '../platform/tree-query.ts'
import { show } from '../test/show.tsx'
import { FolderTree } from './FolderTree.tsx'

function folder(id: number, name: string, children: Item[] = []): Item {
  return { id, resource_id: id + 100, name, children, can: { move: false } } as unknown as Item
}

/** 商談 contains 2026年度. */
const tree: Tree = {
  all_items: [folder(1, '会社', [folder(2, '商談', [folder(3, '2026年度')]), folder(4, '採用')])],
  unread_item_ids: [],
  shared_folder_ids: [],
} as unknown as Tree

afterEach(() => queryClient.clear())

/** The tree with an open folder. The tests render it again with another folder, like the router does. */
function Page({ currentId }: { currentId: number }) {
  return (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <div style={{ display: 'grid', height: 320 }}>
          <ShownTree value={tree}>
            <FolderTree currentId={currentId} />
          </ShownTree>
        </div>
      </MemoryRouter>
    </QueryClientProvider>
  )
}

describe('the folder tree', () => {
  it('WS-06 a folder collapsed before the page of its subfolder is rendered stays collapsed', async () => {
    const screen = await show(<Page currentId={103} />, 'workspace')
    await screen.rerender(<Page currentId={102} />)
    await screen.getByRole('treeitem', { name: '2026年度' }).click()
    screen.getByRole('treeitem', { name: '商談' }).element().focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(screen.getByRole('treeitem', { name: '2026年度' })).not.toBeInTheDocument()
    await screen.rerender(<Page currentId={103} />)
    await expect.element(screen.getByRole('treeitem', { name: '商談' })).toHaveAttribute('aria-expanded', 'false')
  })

  it('WS-10 a folder opened elsewhere is shown, also if it was opened in the tree before', async () => {
    const screen = await show(<Page currentId={103} />, 'workspace')
    await screen.rerender(<Page currentId={102} />)
    await screen.getByRole('treeitem', { name: '2026年度' }).click()
    await screen.rerender(<Page currentId={103} />)
    await screen.rerender(<Page currentId={104} />)
    screen.getByRole('treeitem', { name: '商談' }).element().focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(screen.getByRole('treeitem', { name: '2026年度' })).not.toBeInTheDocument()
    await screen.rerender(<Page currentId={103} />)
    await expect.element(screen.getByRole('treeitem', { name: '2026年度' })).toBeVisible()
  })
})
