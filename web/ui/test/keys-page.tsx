import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { TagMenu } from '../../tags/TagMenu.tsx'
import { MoveHandle } from '../../tags/MoveHandle.tsx'
import { listenForSaveKey } from '../../transcripts/editing/save-key.ts'
import { ResizeHandle } from '../ResizeHandle.tsx'

// Page for key tests: components that handle keys, and a text field.

declare global {
  interface Window {
    keys: { steps: number[]; saves: number; width: number }
  }
}
window.keys = { steps: [], saves: 0, width: 200 }

const tag = { id: 1, tag_category_id: 1, name: '予算', appearance: '#fd6f2c', display_order: 0, can: { edit: true } }

function Page() {
  const [width, setWidth] = useState(200)
  const handleWidth = (next: number) => {
    window.keys.width = next
    setWidth(next)
  }
  return (
    <>
      <TagMenu source={{ fileId: 1 }} tag={tag} />
      <MoveHandle
        tag={tag}
        categories={[]}
        hintId="hint"
        onStep={(by) => window.keys.steps.push(by)}
        onMoveTo={() => undefined}
      />
      <ResizeHandle label="resize" width={width} min={100} max={400} onChange={handleWidth} />
      <input aria-label="text" />
    </>
  )
}

const control = {
  getState: () => ({ mode: 'editing' }) as never,
  save: () => Promise.resolve((window.keys.saves += 1) > 0),
}
listenForSaveKey(document, control, new AbortController().signal)

const root = document.body.appendChild(document.createElement('div'))
createRoot(root).render(
  <MantineProvider>
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>
  </MantineProvider>,
)
