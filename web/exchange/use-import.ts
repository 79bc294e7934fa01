import { LIMITS } from '@kaiwa/contract/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { errorText } from '../platform/error-text.ts'
import { toast } from '../platform/toasts.ts'
import { obstacleOf, obstacleOfFile } from './import-failure.ts'
import type { Obstacle } from './import-failure.ts'
import { refreshAfterImport } from './queries.ts'
import type { ImportSummary } from './queries.ts'

interface Looked {
  file: File
  /** Effect of the import; null while the file is being checked, or if it cannot be read. */
  summary: ImportSummary | null
  obstacle: Obstacle | null
}

const formOf = (fields: Readonly<Record<string, string>>, file: File): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', file)
  return form
}

/** Checks a chosen file, then imports it as the transcript. */
export function useImport(fileId: number, onDone: () => void) {
  const { t } = useTranslation('exchange')
  const client = useQueryClient()
  const [looked, setLooked] = useState<Looked | null>(null)
  const [busy, setBusy] = useState<'checking' | 'importing' | null>(null)
  const [names, setNames] = useState(true)
  const looking = useRef<AbortController | null>(null)
  useEffect(() => () => looking.current?.abort(), [])

  const look = useCallback(
    async (file: File, readsNames: boolean, before: Obstacle | null = null): Promise<void> => {
      looking.current?.abort()
      const { signal } = (looking.current = new AbortController())
      const tooLarge = obstacleOfFile(file, LIMITS.importFileMb)
      setLooked({ file, summary: null, obstacle: tooLarge })
      if (tooLarge) return setBusy(null)
      setBusy('checking')
      try {
        const form = formOf({ names: String(readsNames) }, file)
        const summary = await call('checkImport', { params: { fileId } }, { form, signal })
        setLooked({ file, summary, obstacle: before })
      } catch (error) {
        if (signal.aborted) return
        const obstacle = obstacleOf(error)
        setLooked(obstacle && { file, summary: null, obstacle })
        if (!obstacle) toast.error(errorText(error))
      }
      setBusy(null)
    },
    [fileId],
  )

  const take = async (isTakingOver: boolean): Promise<void> => {
    if (!looked?.summary) return
    const { file, summary } = looked
    setBusy('importing')
    try {
      const fields = { names: String(names), revision: String(summary.revision), take_over: String(isTakingOver) }
      const { is_changed } = await call('importTranscript', { params: { fileId } }, { form: formOf(fields, file) })
      await refreshAfterImport(client, fileId)
      if (is_changed) toast.success(t('imported'))
      else toast.info(t('unchanged'))
      onDone()
    } catch (error) {
      setBusy(null)
      const obstacle = obstacleOf(error)
      if (obstacle?.kind === 'changed') return look(file, names, obstacle)
      if (obstacle) setLooked({ file, summary, obstacle })
      else toast.error(errorText(error))
    }
  }

  const choose = (file: File) => void look(file, names)
  const readNames = (reads: boolean) => {
    setNames(reads)
    if (looked) void look(looked.file, reads)
  }
  return { looked, busy, names, choose, readNames, take }
}
