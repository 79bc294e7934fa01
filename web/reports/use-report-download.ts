import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../platform/api-error.ts'
import { callLargeFile } from '../platform/call-file.ts'
import { errorText } from '../platform/error-text.ts'
import { saveFile } from '../platform/save-file.ts'
import { toast } from '../platform/toasts.ts'
import type { ScopedFolder } from '../tree/folder-filter.ts'
import { openRowCounter } from './count-rows.ts'
import { type ReportState, rowsQuery } from './report-state.ts'

/** Milliseconds between two changes of the shown progress. */
const PROGRESS_MS = 200

/** Downloads a report as CSV. `done` is the number of rows that have arrived; null while nothing is downloaded. */
export function useReportDownload({ projectId, scope }: ScopedFolder, report: ReportState) {
  const { t, i18n } = useTranslation('reports')
  const [done, setDone] = useState<number | null>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const count = openRowCounter()
    let shownAt = 0
    let hasBegun = false
    setDone(0)
    try {
      const query = { ...rowsQuery(report, { scope }), language: i18n.language === 'en' ? 'en' : 'ja' } as const
      const { content, name } = await callLargeFile(
        'exportReport',
        { params: { projectId }, query },
        {
          signal,
          onPiece: (piece) => {
            hasBegun = true
            const rows = count(piece)
            if (performance.now() - shownAt < PROGRESS_MS) return
            shownAt = performance.now()
            setDone(rows)
          },
        },
      )
      saveFile(content, name)
      toast.success(t('saved'))
    } catch (error) {
      if (signal.aborted) return
      toast.error(hasBegun && codeOf(error) === 'OFFLINE' ? t('cutOff') : errorText(error))
    } finally {
      if (!signal.aborted) setDone(null)
    }
  }

  const cancel = () => {
    running.current?.abort()
    setDone(null)
    toast.success(t('canceled'))
  }
  return { done, start, cancel }
}
