import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { isInstalledApp } from '../../platform/installed-app.ts'
import { lazyPart } from '../../platform/lazy-part.tsx'

const RecordDialog = lazyPart(async () => (await import('./RecordDialog.tsx')).RecordDialog, ['recording'])

/**
 * What a record button does: the installed app opens the recording screen (APP-08), a browser asks first (APP-09). Render
 * `dialog` next to the button.
 */
export function useRecord(): { record: (path: string) => void; dialog: ReactNode } {
  const navigate = useNavigate()
  const [path, setPath] = useState<string | null>(null)
  const record = (next: string): void => {
    if (isInstalledApp()) void navigate(next)
    else setPath(next)
  }
  return { record, dialog: path !== null && <RecordDialog path={path} onClose={() => setPath(null)} /> }
}
